/** Whether a filter of MQTT lets a path pass: `+` is one level, `#` all the rest. */
export const passes = (wanted: string, path: string): boolean => {
  const [levels, given] = [wanted.split('/'), path.split('/')]
  for (const [place, level] of levels.entries()) {
    if (level === '#') return place <= given.length
    if (place >= given.length || (level !== '+' && level !== given[place])) return false
  }
  return levels.length === given.length
}
