const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** A size with its unit, in powers of ten as disks are sold: so many decimals that three digits say it. */
export const bytesOf = (bytes: number): { value: number; unit: string } => {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, Math.abs(bytes))) / 3))
  const value = bytes / 1000 ** power
  return { value: Number(value.toPrecision(3)), unit: units[power] ?? 'B' }
}
