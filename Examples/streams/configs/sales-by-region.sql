SELECT region, COUNT(*) AS orders, SUM(amount) AS revenue, AVG(quantity)
WHERE quantity > 0
GROUP BY region
