import { isIPv6 } from 'node:net'

const dnsPort = 53

/** `192.0.2.1`, `192.0.2.1:5353`, `2001:db8::1` or `[2001:db8::1]:5353`, as the system names those whom it asks. */
export const dnsServerOf = (text: string): { readonly address: string; readonly port: number } => {
  if (isIPv6(text)) return { address: text, port: dnsPort }
  const [, address = text, port] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(text) ?? []
  return { address, port: Number(port ?? dnsPort) }
}
