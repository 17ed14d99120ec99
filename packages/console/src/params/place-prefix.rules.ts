/** Where a parameter is. */
export interface Place {
  deviceId: number
  deviceName: string
  networkName: string
}

/** What stands before the name of a parameter beside others: its device where there are several, and the network where devices are named alike. */
export const placePrefix = ({ deviceId, deviceName, networkName }: Place, all: readonly Place[]): string => {
  const others = all.filter((one) => one.deviceId !== deviceId)
  if (others.length === 0) return ''
  return others.some((one) => one.deviceName === deviceName) ? `${networkName}, ${deviceName}: ` : `${deviceName}: `
}
