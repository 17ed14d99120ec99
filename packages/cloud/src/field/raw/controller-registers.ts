/** Where a controller keeps what raw requests are about: all of these are holding registers. */
export const controllerRegisters = {
  deviceType: { address: 0, count: 1 },
  version: { address: 1, count: 1 },
  /** One character a register, and a zero behind the last. */
  password: { address: 100, count: 20 },
  command: { address: 120, count: 1 },
  unitId: { address: 457, count: 1 },
  /** The high word first. */
  bitRate: { address: 458, count: 2 },
  /** 8E1, 8O1, 8S1, 8M1 or 8N2, 8N1, and 8N1 to hear with 8N2 to speak. */
  byteFormat: { address: 461, count: 1 },
} as const

/** What the command register takes. */
export const controllerCommands = { save: 2 } as const

/** What a controller's settings may be. */
export const settingLimits = {
  unitId: { min: 1, max: 247 },
  bitRate: { min: 75, max: 230_400 },
  byteFormat: { min: 0, max: 5 },
} as const
