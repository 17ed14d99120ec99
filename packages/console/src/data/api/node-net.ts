/** Replaces `node:net` in the browser's build: the contract needs only this function. */

export const isIPv4 = (text: string): boolean =>
  /^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/.test(text)

export const isIPv6 = (text: string): boolean => text.includes(':') && URL.canParse(`http://[${text}]/`)
