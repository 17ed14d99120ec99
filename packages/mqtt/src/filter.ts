/** Whether a filter of MQTT lets a path pass: `+` is one level, `#` all the rest. */
export const passes = (filter: string, path: string): boolean => {
  const [levels, names] = [filter.split('/'), path.split('/')]
  for (const [index, level] of levels.entries()) {
    if (level === '#') return index <= names.length
    if (index >= names.length || (level !== '+' && level !== names[index])) return false
  }
  return levels.length === names.length
}
