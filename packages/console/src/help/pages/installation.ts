import type { PageHelp } from '../page-help.ts'

export const help: PageHelp = {
  en: [
    'What concerns all organizations. What was set by a flag at the start is shown, and changed there; the rest acts at once.',
    '“Full in” is the straight line through the sizes of the last 30 days: one large import bends it for a while.',
    'A backup that was checked was read from end to end. To prove that it can be restored, run busbar admin backup --verify.',
    'Several nodes share the networks. One that is being emptied hands over one part a second; stop it when it has no networks left.',
  ],
  pl: [
    'Co dotyczy wszystkich organizacji. Co ustawiono flagą przy starcie, jest pokazane i zmieniane tam; reszta działa od razu.',
    '„Pełny za” to prosta przez rozmiary z ostatnich 30 dni: jeden duży import wygina ją na jakiś czas.',
    'Sprawdzona kopia została przeczytana od początku do końca. Że da się ją odtworzyć, dowodzi busbar admin backup --verify.',
    'Kilka węzłów dzieli się sieciami. Opróżniany oddaje jedną część na sekundę; zatrzymaj go, gdy nie ma już sieci.',
  ],
  ru: [
    'Что касается всех организаций. Заданное флагом при запуске показано и меняется там; остальное действует сразу.',
    '«Заполнится через» — прямая через размеры последних 30 дней: один большой импорт на время её изгибает.',
    'Проверенная копия прочитана от начала до конца. Что её можно восстановить, доказывает busbar admin backup --verify.',
    'Несколько узлов делят сети между собой. Освобождаемый отдаёт по одной части в секунду; остановите его, когда сетей не останется.',
  ],
  uk: [
    'Що стосується всіх організацій. Задане прапорцем під час запуску показано і змінюється там; решта діє відразу.',
    '«Заповниться за» — пряма через розміри останніх 30 днів: один великий імпорт на час її вигинає.',
    'Перевірену копію прочитано від початку до кінця. Що її можна відновити, доводить busbar admin backup --verify.',
    'Кілька вузлів ділять мережі між собою. Той, що звільняється, віддає по одній частині на секунду; зупиніть його, коли мереж не лишиться.',
  ],
}
