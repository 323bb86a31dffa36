#!/bin/sh
# The four programs, one after the other. Run me in the archive's top folder: sh demo/tour.sh
set -eu

echo "== three orders =="
./target/release/stream-gen --seed 42 --count 3

echo "== the columns of ten thousand =="
./target/release/stream-gen --seed 42 --count 10000 | ./target/release/stream-stats

echo "== what each region sold =="
./target/release/stream-gen --seed 42 --count 10000 | ./target/release/stream-query --file configs/sales-by-region.sql

echo "== and who sold it =="
./target/release/stream-gen --seed 42 --count 10000 |
    ./target/release/stream-query --file configs/sales-by-region.sql |
    ./target/release/stream-join --on region --left demo/shared/regions.csv
