-- Writes a record if it is still as its writer saw it, and answers with the record that stands then.
-- KEYS: the record, and its trail where an operator writes.
-- ARGV: checks, fields to set, fields to delete, each list behind its length; the life in ms, or nothing;
-- "whole" where no other field may stay; for a trail: its life in ms, or 0 where there has to be one and its
-- life stays; how many entries it keeps, "erase" or nothing, the entry's id and its fields.
local key, trail, at = KEYS[1], KEYS[2], 0

local function take()
  at = at + 1
  return ARGV[at]
end

local function takeList()
  local list = {}
  for i = 1, tonumber(take()) do list[i] = take() end
  return list
end

local function answer(what)
  local reply = redis.call('HGETALL', key)
  table.insert(reply, 1, what)
  return reply
end

local checks, sets, deletes, life, whole = takeList(), takeList(), takeList(), take(), take() == 'whole'
local trailLife, kept, erase, entry, fields
if trail then
  trailLife, kept, erase, entry, fields = tonumber(take()), tonumber(take()), take() == 'erase', take(), takeList()
  if redis.call('HEXISTS', trail, 'entry:' .. entry) == 1 then return answer('repeated') end
  if trailLife == 0 and redis.call('EXISTS', trail) == 0 then return answer('refused') end
end

for i = 1, #checks, 3 do
  local operation, field, value = checks[i], checks[i + 1], checks[i + 2]
  local holds
  if operation == 'none' then
    holds = redis.call('EXISTS', key) == 0
  else
    local found = redis.call('HGET', key, field)
    if operation == 'absent' then holds = not found
    elseif operation == 'is' then holds = found == value
    else holds = found and found:sub(1, #value) == value end
  end
  if not holds then return answer('refused') end
end

-- Sets first: of these commands a full server refuses them alone, and then nothing has changed.
local stays = {}
for i = 1, #sets, 2 do
  redis.call('HSET', key, sets[i], sets[i + 1])
  stays[sets[i]] = true
end
if whole then
  for _, field in ipairs(redis.call('HKEYS', key)) do
    if not stays[field] then table.insert(deletes, field) end
  end
end
for _, field in ipairs(deletes) do redis.call('HDEL', key, field) end
if life ~= '' then redis.call('PEXPIRE', key, life) end

if trail then
  local number = redis.call('HINCRBY', trail, 'count', 1)
  local old = (number - kept) .. ':'
  for _, field in ipairs(redis.call('HKEYS', trail)) do
    local isOld = field:sub(1, #old) == old
    local isError = field:match('^%d+:before:error$') or field:match('^%d+:after:error$')
    if isOld or (erase and isError) then
      if field == old .. 'id' then redis.call('HDEL', trail, 'entry:' .. redis.call('HGET', trail, field)) end
      redis.call('HDEL', trail, field)
    end
  end
  redis.call('HSET', trail, 'entry:' .. entry, number)
  for i = 1, #fields, 2 do redis.call('HSET', trail, number .. ':' .. fields[i], fields[i + 1]) end
  if trailLife > 0 and redis.call('PTTL', trail) < trailLife then redis.call('PEXPIRE', trail, trailLife) end
end
return answer('written')
