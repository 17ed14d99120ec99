import { useBoardSource } from '../values/board-context.tsx'
import type { BoardValue } from '../values/board-values.ts'

/** Where a value is from: its device where the board shows several, and the network where devices are named alike. */
export const useDeviceText = (): ((one: BoardValue) => string | undefined) => {
  const { devices } = useBoardSource().values
  return ({ device }) => {
    const others = devices.filter((one) => one.deviceId !== device?.deviceId)
    if (device === undefined || others.length === 0) return undefined
    return others.some(({ name }) => name === device.name) ? `${device.name} · ${device.netName}` : device.name
  }
}
