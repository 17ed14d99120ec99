import { parentPort, workerData } from 'node:worker_threads'
import { Plant, type PlantDescription } from '@busbar/simulator'

/** The unit and parameters of the requested history. */
export interface HistoryRequest {
  site: string
  unit: number
  labels: readonly string[]
}
export interface WorkerData {
  plant: PlantDescription
  times: Float64Array
  devices: readonly HistoryRequest[]
}
/** A device's past: a column for each label. */
export interface DeviceHistory extends HistoryRequest {
  columns: Float64Array[]
}

const { plant: description, times, devices } = workerData as WorkerData
const plant = new Plant(description)

/** A simulated device can compute its values for any time, so its history leads to its current values. */
const pastOf = ({ site, unit, labels }: HistoryRequest): Float64Array[] => {
  const device = plant.site(site).device(unit)
  if (device === undefined) throw new Error(`${site} has no unit ${unit}`)
  const columns = labels.map(() => new Float64Array(times.length))
  for (const [row, time] of times.entries()) {
    for (const [at, value] of device.valuesAt(time, labels).entries()) {
      const column = columns[at]
      if (column !== undefined) column[row] = value
    }
  }
  return columns
}

for (const asked of devices) {
  const columns = pastOf(asked)
  const past: DeviceHistory = { ...asked, columns }
  parentPort?.postMessage(
    past,
    columns.map(({ buffer }) => buffer as ArrayBuffer),
  )
}
