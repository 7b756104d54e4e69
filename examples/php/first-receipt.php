<?php
/** Sells, repeats, returns a part. Every step may be repeated: the ids and keys make it one. */
declare(strict_types=1);

$url = getenv('VERTA_URL');
$token = getenv('VERTA_TOKEN');
$phone = getenv('VERTA_PHONE') ?: '0671234567';

/** Makes a call; a refusal (RFC 9457) becomes an exception with its code. */
function call(string $path, array $query, array $body, string $key = ''): array
{
    global $url, $token;
    $headers = ["Authorization: Bearer $token", 'Content-Type: application/json', 'Accept-Language: en'];
    if ($key !== '') {
        $headers[] = "Idempotency-Key: $key";
    }
    $context = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => implode("\r\n", $headers),
        'content' => json_encode((object) $body, JSON_THROW_ON_ERROR),
        'timeout' => 30,
        'ignore_errors' => true,
    ]]);
    $text = file_get_contents("$url/pos-api/v1/$path?" . http_build_query($query), false, $context);
    if ($text === false) {
        throw new RuntimeException('no answer: repeat the call with the same key');
    }
    $answer = json_decode($text, true, 32, JSON_THROW_ON_ERROR);
    if (!isset($answer['data']) || isset($answer['code'])) {
        throw new RuntimeException("{$answer['code']}: {$answer['detail']}");
    }
    return $answer['data'];
}

// 1. What the buyer pays, may spend and will earn. Writes nothing.
$sale = ['products' => [
    ['name' => 'Coffee', 'price' => 65, 'quantity' => 2],
    ['name' => 'Bun', 'price' => 40, 'quantity' => 1],
]];
$calculated = call('receipt', ['discount_amount' => 0, 'phone' => $phone], $sale);
$id = $calculated['receipt_id'];

// 2. The receipt; made twice, as after a lost answer: the second answer is the stored receipt.
for ($time = 0; $time < 2; $time++) {
    call(
        'bonuses/create',
        ['receipt_id' => $id, 'discount_amount' => 0, 'phone' => $phone],
        $calculated['can_register'] ? ['register' => (object) []] : [],
        "sale-$id",
    );
}

// 3. One coffee comes back: first what it would do, then exactly that.
$part = ['lines' => [['line' => 1, 'quantity' => 1]]];
$estimate = call('bonuses/cancel/estimate', ['receipt_id' => $id], $part);
$reason = ['version' => $estimate['version'], 'reason' => 'One coffee came back'];
$cancelled = call('bonuses/cancel', ['receipt_id' => $id], $part + $reason, "return-$id");

echo "$id returned {$cancelled['refund_money']}\n";
