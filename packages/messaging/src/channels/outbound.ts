import { type DeliveryResult, failed, refused } from '../message/message.ts'

/** The address of a host that an organization may dial at this port; rejects where there is none. */
export type HostLookup = (host: string, port: number, orgId: number) => Promise<string>

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80)

/** Resolves a URL that an organization entered, within the rules for outgoing connections. */
export const outboundAddress = async (
  find: HostLookup,
  url: URL,
  orgId: number,
): Promise<{ address: string } | Extract<DeliveryResult, { err: string }>> => {
  try {
    return { address: await find(url.hostname, portOf(url), orgId) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return reason.startsWith('address not allowed') ? refused(reason) : failed(reason)
  }
}
