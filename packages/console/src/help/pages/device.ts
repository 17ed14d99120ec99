import type { PageHelp } from '../page-help.ts'

export const help: PageHelp = {
  en: [
    'Values are read by the schedule; “Read now” asks the device at once, past it.',
    'Diagnostics shows each answer and each failure with its reason: no answer, a damaged answer, or a refusal of the device.',
    'A value that can be set is written once, within its deadline, and read back. An unclear outcome is said to be unclear: look before trying again.',
  ],
  pl: [
    'Wartości są odczytywane według harmonogramu; „Odczytaj teraz” pyta urządzenie od razu.',
    'Diagnostyka pokazuje każdą odpowiedź i każdy błąd z przyczyną: brak odpowiedzi, uszkodzona odpowiedź, odmowa urządzenia.',
    'Wartość do nastawienia zapisuje się raz, w terminie, i odczytuje z powrotem. Niejasny wynik jest nazwany niejasnym: sprawdź, zanim spróbujesz znowu.',
  ],
  ru: [
    'Значения читаются по расписанию; «Прочитать сейчас» спрашивает устройство сразу.',
    'Диагностика показывает каждый ответ и каждый сбой с причиной: нет ответа, ответ повреждён, устройство отказало.',
    'Значение записывается один раз, в срок, и читается обратно. Неясный исход так и назван: посмотрите, прежде чем повторять.',
  ],
  uk: [
    'Значення читаються за розкладом; «Прочитати зараз» питає пристрій відразу.',
    'Діагностика показує кожну відповідь і кожен збій з причиною: немає відповіді, відповідь пошкоджено, пристрій відмовив.',
    'Значення записується один раз, у строк, і читається назад. Неясний вислід так і названо: подивіться, перш ніж повторювати.',
  ],
}
