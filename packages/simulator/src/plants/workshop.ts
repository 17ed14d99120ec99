import type { PlantDescription } from '../plant/description.ts'

/** A small workshop: six devices on one line. */
export const workshop: PlantDescription = {
  name: 'workshop',
  seed: 'workshop',
  sites: [
    {
      id: 'workshop',
      name: 'Workshop',
      envelope: 'tcp',
      devices: [
        { unit: 1, sku: 'em3p', name: 'Main meter' },
        { unit: 2, sku: 'em1p', name: 'Office meter' },
        { unit: 3, sku: 'thermo', name: 'Drying oven' },
        { unit: 4, sku: 'pump', name: 'Cooling pump' },
        { unit: 5, sku: 'rpm416', name: 'Lathe protection' },
        { unit: 6, sku: 'em130', name: 'Yard lights' },
      ],
    },
  ],
}
