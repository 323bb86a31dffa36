#!/bin/sh
# Which rooms were cold, hour by hour? Run me in the archive's top folder: sh "demo/sensors/night shift/run.sh"
set -eu

./target/release/stream-query --file configs/cold-rooms.sql "demo/sensors/night shift/readings.csv"
