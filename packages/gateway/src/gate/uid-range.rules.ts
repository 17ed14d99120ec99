/** `112-255`, or one unit as `7`: is the unit in it? */
export const isInRange = (range: string, unit: number): boolean => {
  const [, from, to = from] = /^(\d{1,3})(?:-(\d{1,3}))?$/.exec(range) ?? []
  return from !== undefined && Number(from) <= unit && unit <= Number(to)
}
