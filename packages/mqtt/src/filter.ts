/** Returns whether an MQTT filter matches a path: `+` is one level, `#` all remaining levels. */
export const passes = (filter: string, path: string): boolean => {
  const [levels, names] = [filter.split('/'), path.split('/')]
  for (const [index, level] of levels.entries()) {
    if (level === '#') return index <= names.length
    if (index >= names.length || (level !== '+' && level !== names[index])) return false
  }
  return levels.length === names.length
}
