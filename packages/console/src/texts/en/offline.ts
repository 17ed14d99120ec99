export const offline = {
  asOf: (time: string) => `As of ${time}, no connection`,
  help: 'The service is out of reach. This is what was last known on this device; nothing can be changed until it is back.',
  newVersion: 'New version',
  reload: 'Reload',
}
