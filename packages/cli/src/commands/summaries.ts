/** Summaries of the commands. They are in a separate file, so that listing them loads no command. */
export const summaries = {
  demo: 'run a demo on simulated devices',
  cloud: 'run the monitoring service',
  gateway: 'run the field gateway: a serial bus, Modbus TCP and the local API',
  admin: 'administer the database of an installation directly, also while the service runs',
  simulate: 'run a plant of simulated Modbus devices',
} as const
