/** Of `node:net` only what the contract's rules ask; the browser's build puts it in its place. */

export const isIPv4 = (text: string): boolean =>
  /^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/.test(text)

export const isIPv6 = (text: string): boolean => text.includes(':') && URL.canParse(`http://[${text}]/`)
