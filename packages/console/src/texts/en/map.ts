import { plural } from '../plural.ts'

export const map = {
  label: 'Map of networks',
  keys: 'Arrows move the map, plus and minus zoom.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  without: plural('en', { one: '# network has no place yet', other: '# networks have no place yet' }),
  cluster: (count: number, first: string, state: string) =>
    `${count} networks close together, the worst is ${first}: ${state}. Zoom in.`,
  noPlaces: 'No network has a place yet',
  noPlacesHelp: 'Give it one in the settings of the network: type its coordinates, or press on the map.',
  askManager: 'A manager gives networks their places.',
  place: 'Place',
  placeHelp: 'Where the network stands, for the map of the overview. Press on the map, or type degrees.',
  latitude: 'Latitude',
  latitudeHint: 'Degrees north, from -90 to 90',
  longitude: 'Longitude',
  longitudeHint: 'Degrees east, from -180 to 180',
  wrongDegrees: (max: number) => `It must be a number from -${max} to ${max}.`,
  choose: 'Map on which the place is chosen',
  takeAway: 'Take the place away',
}
