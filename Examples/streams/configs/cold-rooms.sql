SELECT room, COUNT(*) AS readings, MIN(celsius) AS coldest, MAX(celsius) AS warmest
WHERE celsius < 5 AND NOT room = 'outside'
GROUP BY room
WINDOW 3600 ON time
