import type { PageHelp } from '../page-help.ts'

export const help: PageHelp = {
  en: [
    'A tree adds up meters by branches. What a branch has and its parts do not is shown as the rest.',
    'A step of a counter that looks wrong is set aside until somebody accepts it, and never counted unseen.',
    'Hatched columns are incomplete: some of the time was not read.',
  ],
  pl: [
    'Drzewo sumuje liczniki po gałęziach. Co ma gałąź, a nie mają jej części, jest pokazane jako reszta.',
    'Skok licznika, który wygląda na błąd, jest odkładany, aż ktoś go zaakceptuje, i nigdy nie liczony po cichu.',
    'Kreskowane kolumny są niepełne: części czasu nie odczytano.',
  ],
  ru: [
    'Дерево складывает счётчики по ветвям. Что есть у ветви и чего нет у её частей, показано остатком.',
    'Скачок счётчика, похожий на ошибку, откладывается, пока кто-то его не примет, и никогда не учитывается молча.',
    'Заштрихованные столбцы неполны: часть времени не читалась.',
  ],
  uk: [
    'Дерево складає лічильники за гілками. Що є в гілки і чого немає в її частин, показано рештою.',
    'Стрибок лічильника, схожий на помилку, відкладається, поки хтось його не прийме, і ніколи не враховується мовчки.',
    'Заштриховані стовпці неповні: частину часу не читали.',
  ],
}
