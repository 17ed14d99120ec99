export const totpPlace = (accountId: number): string => `totp.sealed_secret ${accountId}`
