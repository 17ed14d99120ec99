/**
 * Families of which no frame with its meaning was found, by SKU, and where it was looked for. What is known of their registers is in the
 * `made` rows only. Who finds a frame moves the family to the published ones.
 */
export const unpublished: Readonly<Record<string, string>> = {
  controller: 'our own family: what its template says is what it is',
  em130: 'our own family',
  em1p: 'our own family',
  em3p: 'our own family',
  inverter: 'our own family',
  pump: 'our own family',
  rpm416: 'our own family',
  thermo: 'our own family',
  weather: 'our own family',
}
