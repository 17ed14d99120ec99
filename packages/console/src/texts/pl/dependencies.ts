import type { TextsOf } from '../texts.ts'

export const dependencies: TextsOf<'dependencies'> = {
  title: 'Zależy od',
  help: 'Dopóki jeden z tych alarmów jest aktywny albo jedna z tych sieci nie działa, powiadomienia o tym alarmie czekają. Jego odbiorcy dowiedzą się raz, na co czeka; o tym, co trwa jeszcze minutę po końcu tamtego, przyjdzie wtedy powiadomienie.',
  on: 'Alarmy i sieci',
  add: 'Dodaj alarm lub sieć',
  critical: 'Czekaj także wtedy, gdy ten alarm jest krytyczny',
  criticalHelp: 'W przeciwnym razie powiadomienia o alarmie krytycznym na nic nie czekają.',
}
