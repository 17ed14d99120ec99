const gsmOnly = 4

/**
 * A setting `connMode`: null disabled, 1 Ethernet preferred, 2 GSM preferred, 3 Ethernet only, 4 GSM only. There is no modem here: who prefers
 * one goes over Ethernet, and who wants nothing else waits for ever.
 */
export const mayUseEthernet = (connMode: number | null): boolean => connMode !== null && connMode !== gsmOnly
