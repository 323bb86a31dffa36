// stream-gen: writes orders as CSV, the same ones for the same seed on every platform.

#include <inttypes.h>

#include "csv.h"
#include "program.h"

static const char usage[] =
    "usage: stream-gen [--seed N] [--count N] [--start SECONDS]\n"
    "\n"
    "Writes orders as CSV: time,order,region,product,quantity,amount\n"
    "\n"
    "  --seed N         the same seed gives the same orders (default 1)\n"
    "  --count N        how many orders (default 1000)\n"
    "  --start SECONDS  time of the first order, in seconds since 1970 (default 1767225600)\n"
    "  --help, --version\n";

// SplitMix64 (Steele, Lea and Flood, 2014): whole numbers only, hence the same stream everywhere.
static uint64_t next_random(uint64_t *state) {
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint64_t random_below(uint64_t *state, uint64_t bound) {
    return (next_random(state) >> 32) * bound >> 32;
}

static void write_orders(uint64_t state, uint64_t count, uint64_t time) {
    static const char *const regions[] = {"north", "south", "east", "west", "centre"};
    // Names with a comma, a quote and an accent keep the readers of this stream honest.
    static const struct { const char *name; uint64_t cents; } products[] = {
        {"anvil", 12500}, {"bolt", 35}, {"cable, 5 m", 1290}, {"drill \"Pro\"", 8990}, {"éclairage", 2450},
    };
    puts("time,order,region,product,quantity,amount");
    for (uint64_t order = 1; order <= count; order++) {
        const char *region = regions[random_below(&state, 5)];
        uint64_t product = random_below(&state, 5);
        uint64_t quantity = 1 + random_below(&state, 20);
        uint64_t cents = products[product].cents * quantity;
        printf("%" PRIu64 ",%" PRIu64 ",%s,", time, order, region);
        csv_write(stdout, products[product].name);
        printf(",%" PRIu64 ",%" PRIu64 ".%02" PRIu64 "\n", quantity, cents / 100, cents % 100);
        time += random_below(&state, 30);
    }
}

int main(int count, char **words) {
    Arguments arguments = program_begin("stream-gen", usage, count, words);
    uint64_t seed = 1, orders = 1000, start = 1767225600;
    while (arguments.count > 0) {
        if (take_number(&arguments, "--seed", 0, UINT64_MAX, &seed)) continue;
        if (take_number(&arguments, "--count", 0, UINT64_C(1000000000000), &orders)) continue;
        if (take_number(&arguments, "--start", 0, UINT64_C(253402300799), &start)) continue;
        fail_usage("unexpected `%s`", take_word(&arguments));
    }
    write_orders(seed, orders, start);
    return program_end();
}
