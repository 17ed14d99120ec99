/** A place on the earth, in degrees. */
export interface Coordinates {
  latitude: number
  longitude: number
}

/** A point of the whole map, each from 0 to 1: from the date line east, and from the north down. */
export interface Point {
  x: number
  y: number
}

/** Visible part of the map: its centre and the size of a tile, which doubles with each zoom step. */
export interface MapView extends Coordinates {
  zoom: number
}

export interface Size {
  widthPx: number
  heightPx: number
}

export const tilePx = 256
const zoomMin = 1
const zoomMax = 18
/** Latitude at which the square map of this projection ends. */
const latitudeMax = 85.0511

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value))

/** Web Mercator, as all makers of tiles have it. */
export const pointOf = ({ latitude, longitude }: Coordinates): Point => {
  const sine = Math.sin((clamp(latitude, -latitudeMax, latitudeMax) * Math.PI) / 180)
  return { x: (longitude + 180) / 360, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) }
}

const coordinatesOf = ({ x, y }: Point): Coordinates => ({
  latitude: (Math.atan(Math.sinh(Math.PI * (1 - 2 * clamp(y, 0, 1)))) * 180) / Math.PI,
  longitude: clamp(x, 0, 1) * 360 - 180,
})

const worldPx = (zoom: number): number => tilePx * 2 ** zoom

/** Converts coordinates to pixels from the upper left corner of the map. */
export const screenOf = (place: Coordinates, view: MapView, { widthPx, heightPx }: Size): Point => {
  const [middle, point] = [pointOf(view), pointOf(place)]
  const world = worldPx(view.zoom)
  return { x: (point.x - middle.x) * world + widthPx / 2, y: (point.y - middle.y) * world + heightPx / 2 }
}

/** Which place is there on the screen. */
export const coordinatesAt = (screen: Point, view: MapView, { widthPx, heightPx }: Size): Coordinates => {
  const middle = pointOf(view)
  const world = worldPx(view.zoom)
  return coordinatesOf({
    x: middle.x + (screen.x - widthPx / 2) / world,
    y: middle.y + (screen.y - heightPx / 2) / world,
  })
}

/** The same map moved by so many pixels: what was there comes into the middle. */
export const moved = (view: MapView, byPx: Point): MapView => {
  const middle = pointOf(view)
  const world = worldPx(view.zoom)
  return { ...coordinatesOf({ x: middle.x + byPx.x / world, y: middle.y + byPx.y / world }), zoom: view.zoom }
}

/** Larger or smaller by steps; what is at `around` stays where it is. */
export const zoomedBy = (view: MapView, steps: number, size: Size, around?: Point): MapView => {
  const zoom = clamp(view.zoom + steps, zoomMin, zoomMax)
  if (around === undefined) return { ...view, zoom }
  const anchor = pointOf(coordinatesAt(around, view, size))
  const world = worldPx(zoom)
  const middle = {
    x: anchor.x - (around.x - size.widthPx / 2) / world,
    y: anchor.y - (around.y - size.heightPx / 2) / world,
  }
  return { ...coordinatesOf(middle), zoom }
}

/** A view that has all places in it, not nearer than a town. */
export const viewOfAll = (coordinates: readonly Coordinates[], { widthPx, heightPx }: Size): MapView => {
  if (coordinates.length === 0) return { latitude: 30, longitude: 15, zoom: zoomMin }
  const points = coordinates.map(pointOf)
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const roomPx = 0.8
  const fit = Math.min(
    (widthPx * roomPx) / Math.max(right - left, 1e-9),
    (heightPx * roomPx) / Math.max(bottom - top, 1e-9),
  )
  const zoom = clamp(Math.floor(Math.log2(fit / tilePx)), zoomMin, nearest)
  return { ...coordinatesOf({ x: (left + right) / 2, y: (top + bottom) / 2 }), zoom }
}
const nearest = 14

export interface Tile {
  /** Its column and row at this zoom. */
  x: number
  y: number
  z: number
  leftPx: number
  topPx: number
}

/** The tiles that a map is made of. Beyond the poles there are none; east and west it goes on. */
export const tilesOf = (view: MapView, { widthPx, heightPx }: Size): Tile[] => {
  const z = Math.round(view.zoom)
  const count = 2 ** z
  const middle = pointOf(view)
  const left = middle.x * count * tilePx - widthPx / 2
  const top = middle.y * count * tilePx - heightPx / 2
  const tiles: Tile[] = []
  for (let row = Math.floor(top / tilePx); row * tilePx < top + heightPx; row += 1) {
    if (row < 0 || row >= count) continue
    for (let column = Math.floor(left / tilePx); column * tilePx < left + widthPx; column += 1) {
      const x = ((column % count) + count) % count
      tiles.push({ x, y: row, z, leftPx: column * tilePx - left, topPx: row * tilePx - top })
    }
  }
  return tiles
}

export const tileAddress = (template: string, { x, y, z }: Tile): string =>
  template.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y))

const gridSteps = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001]

/** Lines of equal degrees for a map without pictures: about a hundred pixels apart. */
export const gridOf = (view: MapView, size: Size): { latitudes: number[]; longitudes: number[] } => {
  const degreesPer = (100 / worldPx(view.zoom)) * 360
  const step = gridSteps.findLast((one) => one >= degreesPer) ?? 30
  const [from, to] = [
    coordinatesAt({ x: 0, y: size.heightPx }, view, size),
    coordinatesAt({ x: size.widthPx, y: 0 }, view, size),
  ]
  return {
    latitudes: between(from.latitude, to.latitude, step),
    longitudes: between(from.longitude, to.longitude, step),
  }
}

const between = (from: number, to: number, step: number): number[] => {
  const first = Math.ceil(from / step)
  const count = Math.max(0, Math.min(100, Math.floor(to / step) - first + 1))
  return Array.from({ length: count }, (_, i) => Number(((first + i) * step).toFixed(4)))
}

const earthM = 40_075_016.7
const scales = [1, 2, 5]
  .flatMap((one) => [0, 1, 2, 3, 4, 5, 6].map((power) => one * 10 ** power))
  .toSorted((a, b) => a - b)

/** A length that is about a hundred pixels in the middle of the map. */
export const scaleOf = (view: MapView): { metres: number; px: number } => {
  const metresPerPx = (earthM * Math.cos((view.latitude * Math.PI) / 180)) / worldPx(view.zoom)
  const metres = scales.findLast((one) => one <= metresPerPx * 100) ?? 1
  return { metres, px: metres / metresPerPx }
}

/** As addresses have it: `50.4501,30.5234,8`. */
export const viewText = ({ latitude, longitude, zoom }: MapView): string =>
  [latitude.toFixed(4), longitude.toFixed(4), String(Math.round(zoom))].join()

export const viewIn = (text: string | undefined): MapView | null => {
  const [latitude = Number.NaN, longitude = Number.NaN, zoom = Number.NaN] = (text ?? '').split(',').map(Number)
  const isOne = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && zoom >= zoomMin && zoom <= zoomMax
  return isOne ? { latitude, longitude, zoom } : null
}
