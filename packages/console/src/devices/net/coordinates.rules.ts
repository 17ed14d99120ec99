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

export const isDegrees = (text: string, max: number): boolean => text !== '' && Math.abs(Number(text)) <= max

/** The place of two number fields, `none` where both are empty, or null where it is no place. */
export const parseCoordinates = (latitude: string, longitude: string): Coordinates | 'none' | null => {
  if (latitude === '' && longitude === '') return 'none'
  if (!isDegrees(latitude, 90) || !isDegrees(longitude, 180)) return null
  return { latitude: Number(latitude), longitude: Number(longitude) }
}
