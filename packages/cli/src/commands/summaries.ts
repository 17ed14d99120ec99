/** Summaries of the commands. They are in a separate file, so that listing them loads no command. */
export const summaries = {
  demo: 'show what Busbar does, on simulated devices',
  cloud: 'run the monitoring service',
  gateway: 'run the field gateway: a serial bus, Modbus TCP and the local API',
  admin: 'work on an installation\u2019s database directly, as its owner; the service may run meanwhile',
  simulate: 'run a plant of simulated Modbus devices',
} as const
