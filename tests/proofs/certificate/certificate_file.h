/* A certificate's file, as lines: for second.c and threats.c. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#ifndef LONGEST
#define LONGEST 65536 /* characters of a line */
#endif

static long line_number;

static void no_certificate(const char *why) {
    fprintf(stderr, "no certificate: line %ld: %s\n", line_number, why);
    exit(2);
}

static void fails(const char *why) {
    fprintf(stderr, "does not hold: line %ld: %s\n", line_number, why);
    exit(1);
}

static void *room(size_t bytes) {
    void *found = calloc(1, bytes ? bytes : 1);
    if (!found) no_certificate("it is too large to be checked here");
    return found;
}

/* ---- SHA-256 (FIPS 180-4) ---- */

static uint32_t sha[8];
static const uint32_t SHA_K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turn(uint32_t x, int n) { return x >> n | x << (32 - n); }

static void sha_block(const unsigned char *p) {
    uint32_t w[64], s[8];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)p[4 * i] << 24 | p[4 * i + 1] << 16 | p[4 * i + 2] << 8 | p[4 * i + 3];
    for (int i = 16; i < 64; i++)
        w[i] = w[i - 16] + w[i - 7] +
               (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3) +
               (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10);
    memcpy(s, sha, sizeof s);
    for (int i = 0; i < 64; i++) {
        uint32_t one = s[7] + (turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25)) +
                       ((s[4] & s[5]) ^ (~s[4] & s[6])) + SHA_K[i] + w[i];
        uint32_t two = (turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22)) +
                       ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += one;
        s[0] = one + two;
    }
    for (int i = 0; i < 8; i++) sha[i] += s[i];
}

/* ---- the file, as lines ---- */

static const unsigned char HEAD[10] = {0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 2, 0xff};
static FILE *file;
static z_stream unpack;
static unsigned char packed[65536], plain[65536];
static size_t plain_at, plain_end;
static int ended;

static void check_digest(void) {
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    unsigned char head[75], tail[128] = {0};
    char hex[65];
    uint64_t bytes = 0;
    size_t n, full;
    if (fread(head, 1, 75, file) != 75 || memcmp(head, HEAD, 10))
        no_certificate("it does not begin like a certificate");
    memcpy(sha, start, sizeof sha);
    while ((n = fread(packed, 1, sizeof packed, file)) > 0) {
        bytes += n;
        full = n / 64 * 64;
        for (size_t i = 0; i < full; i += 64) sha_block(packed + i);
        if (n < sizeof packed) break;
    }
    full = n / 64 * 64;
    memcpy(tail, packed + full, n - full);
    tail[n - full] = 0x80;
    full = n - full < 56 ? 64 : 128;
    for (int i = 0; i < 8; i++) tail[full - 1 - i] = (unsigned char)(bytes * 8 >> 8 * i);
    for (size_t i = 0; i < full; i += 64) sha_block(tail + i);
    for (int i = 0; i < 8; i++) sprintf(hex + 8 * i, "%08x", sha[i]);
    if (memcmp(head + 10, hex, 65)) no_certificate("its digest is wrong: the file is damaged");
    rewind(file);
    if (inflateInit2(&unpack, 31) != Z_OK) no_certificate("it is too large to be checked here");
}

static int next_char(void) {
    while (plain_at == plain_end) {
        if (ended) return EOF;
        if (!unpack.avail_in) {
            unpack.next_in = packed;
            unpack.avail_in = (uInt)fread(packed, 1, sizeof packed, file);
        }
        uInt before = unpack.avail_in;
        unpack.next_out = plain;
        unpack.avail_out = sizeof plain;
        int state = inflate(&unpack, Z_NO_FLUSH);
        if (state != Z_OK && state != Z_STREAM_END) no_certificate("it cannot be read");
        plain_at = 0;
        plain_end = sizeof plain - unpack.avail_out;
        if (state == Z_STREAM_END) {
            ended = 1;
            if (unpack.avail_in || fgetc(file) != EOF) no_certificate("it does not end where it should");
        } else if (!before && !plain_end) {
            no_certificate("it does not end where it should");
        }
    }
    return plain[plain_at++];
}

static char text[LONGEST + 1];

static int next_line(void) {
    size_t n = 0;
    int c;
    line_number++;
    while ((c = next_char()) != '\n') {
        if (c == EOF && n == 0) return 0;
        if (c == EOF) no_certificate("it does not end where it should");
        if (c <= 0 || c > 127 || n >= LONGEST - 1) no_certificate("it cannot be read");
        text[n++] = (char)c;
    }
    text[n] = 0;
    return 1;
}
