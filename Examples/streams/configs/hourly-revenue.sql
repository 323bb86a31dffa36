SELECT product, COUNT(*) AS orders, SUM(amount) AS revenue
GROUP BY product
WINDOW 3600 ON time
