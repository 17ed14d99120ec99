interface Coordinates {
  latitude: number
  longitude: number
}

const decimals = 5

/** As it is typed: about a metre. */
export const coordinateTexts = ({
  latitude,
  longitude,
}: {
  latitude?: number | undefined
  longitude?: number | undefined
}): { latitude: string; longitude: string } => ({
  latitude: latitude === undefined ? '' : String(Number(latitude.toFixed(decimals))),
  longitude: longitude === undefined ? '' : String(Number(longitude.toFixed(decimals))),
})

const degreesOf = (text: string): number =>
  /^\s*[-−+]?\d{1,3}([.,]\d*)?\s*$/.test(text) ? Number(text.trim().replace('−', '-').replace(',', '.')) : Number.NaN

export const isDegrees = (text: string, max: number): boolean => Math.abs(degreesOf(text)) <= max

/** The place that was typed, `none` where both are empty, or null where it is no place. */
export const parseCoordinates = (latitude: string, longitude: string): Coordinates | 'none' | null => {
  if (latitude.trim() === '' && longitude.trim() === '') return 'none'
  if (!isDegrees(latitude, 90) || !isDegrees(longitude, 180)) return null
  return { latitude: degreesOf(latitude), longitude: degreesOf(longitude) }
}
