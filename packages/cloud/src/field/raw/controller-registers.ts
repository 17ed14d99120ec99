/** Holding registers of a controller that raw requests use. */
export const controllerRegisters = {
  deviceType: { address: 0, count: 1 },
  version: { address: 1, count: 1 },
  /** A character per register, then a zero. */
  password: { address: 100, count: 20 },
  command: { address: 120, count: 1 },
  unitId: { address: 457, count: 1 },
  /** The high word first. */
  bitRate: { address: 458, count: 2 },
  /** 8E1, 8O1, 8S1, 8M1 or 8N2, 8N1, and 8N1 to hear with 8N2 to speak. */
  byteFormat: { address: 461, count: 1 },
} as const

/** Values of the command register. */
export const controllerCommands = { save: 2 } as const

/** Limits of a controller's settings. */
export const settingLimits = {
  unitId: { min: 1, max: 247 },
  bitRate: { min: 75, max: 230_400 },
  byteFormat: { min: 0, max: 5 },
} as const
