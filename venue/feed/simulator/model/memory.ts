/** The value under `key`, computed and kept on first use. */
export function computed<K, V>(map: Map<K, V>, key: K, compute: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = compute();
  map.set(key, value);
  return value;
}

/** The value under `key` of a map that holds the last `limit` used. */
export function recent<V>(map: Map<string, V>, key: string, limit: number, compute: () => V): V {
  const value = map.get(key) ?? compute();
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= limit) break;
    map.delete(oldest);
  }
  return value;
}
