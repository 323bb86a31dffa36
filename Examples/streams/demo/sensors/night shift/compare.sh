#!/bin/sh
# The same readings, described. Run me in my own folder: cd "demo/sensors/night shift" && ./compare.sh
set -eu

../../../target/release/stream-stats readings.csv
../../../target/release/stream-query "SELECT room, AVG(celsius) AS mean WHERE celsius < 100 GROUP BY room" readings.csv
