const httpsPortDefault = 443

/** Names and addresses of this machine, where nothing travels over a network. */
const isThisMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Reports whether others on the network can read what this page sends. */
export const isUnencrypted = ({ protocol, hostname }: Pick<Location, 'protocol' | 'hostname'> = location): boolean =>
  protocol === 'http:' && !isThisMachine.test(hostname)

/** The origin of this host over HTTPS. */
export const httpsOrigin = (port: number, { hostname }: Pick<Location, 'hostname'> = location): string =>
  `https://${hostname}${port === httpsPortDefault ? '' : `:${port}`}`
