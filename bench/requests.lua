-- What wrk sends: one path and body for all, with the next buyer and a new receipt id in each.
-- Arguments: token, number of buyers, the first of them, path with {phone} and {id}, body.

local token, buyers, next_buyer, path, body

function init(args)
  token, buyers, next_buyer = args[1], tonumber(args[2]), tonumber(args[3])
  path, body = args[4], args[5]
  wrk.method = "POST"
  wrk.body = body
  wrk.headers["authorization"] = "Bearer " .. token
  wrk.headers["content-type"] = "application/json"
  math.randomseed(os.time())
end

-- A UUIDv7 of this second.
local function new_id()
  local time = string.format("%012x", os.time() * 1000)
  return string.format("%s-%s-7%03x-%04x-%06x%06x", time:sub(1, 8), time:sub(9, 12),
    math.random(0, 0xfff), math.random(0x8000, 0xbfff), math.random(0, 0xffffff),
    math.random(0, 0xffffff))
end

function request()
  next_buyer = (next_buyer + 1) % buyers
  local asked = path:gsub("{phone}", "%%2B38067" .. (1000000 + next_buyer)):gsub("{id}", new_id())
  return wrk.format(nil, asked)
end

function done(summary, latency)
  local failed = summary.errors.status + summary.errors.connect + summary.errors.read +
    summary.errors.write + summary.errors.timeout
  io.write(string.format(
    '{"answered":%d,"refused":%d,"seconds":%f,"p50_ms":%f,"p99_ms":%f}\n',
    summary.requests - failed, failed, summary.duration / 1e6,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
