/** The same in every language, and never mistaken: `2026-11-15 08:25:09 Europe/Kyiv (UTC+02:00)`. */
export const timeText = (on: number, timeZone: string): string => {
  if (Number.isNaN(new Date(on).getTime())) return '?'
  const zone = isZone(timeZone) ? timeZone : 'UTC'
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(on)
  return zone === 'UTC' ? `${parts} UTC` : `${parts} ${zone} (${offsetText(on, zone)})`
}

const isZone = (timeZone: string): boolean => {
  try {
    return Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const offsetText = (on: number, timeZone: string): string => {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(on)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return offset === 'GMT' ? 'UTC+00:00' : offset.replace('GMT', 'UTC')
}
