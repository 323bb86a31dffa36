#!/bin/sh
# Orders, joined with a table and queried by the hour. Run me in my own folder: cd demo/trading && ./run.sh
set -eu

echo "== revenue by the hour and the product =="
../../target/release/stream-gen --seed 7 --count 500 |
    ../../target/release/stream-query --file ../../configs/hourly-revenue.sql

echo "== large orders and their managers =="
../../target/release/stream-gen --seed 7 --count 500 |
    ../../target/release/stream-query "SELECT * WHERE amount >= 2400" |
    ../../target/release/stream-join --on region regions.csv

echo "== prices of the summer catalogue =="
../../target/release/stream-query "SELECT product, price WHERE price > 20" data/prix-été.csv
