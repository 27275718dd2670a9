// The panel of Analyse: switches, lines, choices, graph, moves, explorer, notes.

/** @import {AnalyseView} from './view_analyse.js' */
import { app } from './app.js';
import { button, chips, h, selectField } from './dom.js';
import { importDialog } from './import.js';
import { exportDialog } from './share.js';
import { t } from './i18n.js';

const LINE_CHOICES = ['1', '3', '5', '8', '64'],
    TIME_CHOICES = ['3', '10', '30', '120', 'endless'];

/** All that the server gives, and the powers of two below. */
function threadChoices() {
    const all = ['0'];
    for (let n = 1; n < app.threads; n *= 2) all.push(String(n));
    return all;
}

/** What fills the panel; the view has made its parts. @param {AnalyseView} view */
export function analysisPanel(view) {
    const { settings } = app;
    const on = h('input', {
        type: 'checkbox',
        role: 'switch',
        id: 'engine-on',
        checked: settings.engineOn,
        onchange: () => {
            app.save({ engineOn: on.checked });
            view.changed('switch');
        },
    });
    const threat = h('input', {
        type: 'checkbox',
        role: 'switch',
        id: 'threat',
        checked: view.isThreat,
        onchange: () => {
            view.isThreat = threat.checked;
            view.changed('switch');
        },
    });
    const choice =
        /**
         * @param {string} key @param {string[]} values @param {(value: string) => string} text
         * @param {'lines'|'seconds'|'threads'} name
         */ (key, values, text, name) =>
            selectField(
                t(key),
                values.map((value) => ({ value, text: text(value) })),
                values.includes(settings[name])
                    ? settings[name]
                    : values[name === 'threads' ? 0 : values.length - 1],
                (value) => {
                    app.save({ [name]: value });
                    view.changed('switch');
                },
                name,
            );
    return [
        h(
            'div',
            { class: 'card engine' },
            h(
                'div',
                { class: 'row is-apart' },
                h('label', { class: 'switch' }, on, t('engine')),
                h('label', { class: 'switch' }, threat, t('threat')),
            ),
            view.perfect?.element,
            view.facts,
            view.lines?.element,
            h(
                'div',
                { class: app.threads > 1 ? 'pair is-three' : 'pair' },
                choice(
                    'showLines',
                    LINE_CHOICES,
                    (value) =>
                        value === '64' ? t('lineAll') : value === '1' ? t('lineBest') : value,
                    'lines',
                ),
                choice(
                    'thinkFor',
                    TIME_CHOICES,
                    (value) =>
                        value === 'endless' ? t('endless') : t('secondsIs', { n: value }),
                    'seconds',
                ),
                app.threads > 1 &&
                    choice(
                        'threads',
                        threadChoices(),
                        (value) =>
                            value === '0' ? t('threadsAll', { n: app.threads }) : value,
                        'threads',
                    ),
            ),
            chips(
                t('overlay'),
                'layer',
                ['none', 'book', 'stable', 'frontier', 'parity'].map((value) => ({
                    value,
                    text: t(value === 'none' ? 'layer.none' : `overlay.${value}`),
                })),
                settings.layer,
                (layer) => {
                    app.save({ layer });
                    view.changed('note');
                },
            ),
        ),
        h(
            'div',
            { class: 'card' },
            h('h2', { class: 'minor' }, t('graph')),
            view.graph?.element,
        ),
        view.moves?.element,
        view.explorer?.element,
        view.notes?.element,
        h(
            'div',
            { class: 'panel-foot' },
            button(t('playOn'), () => app.playOn(), {
                icon: 'play',
                kind: 'is-plain',
                id: 'play-on',
            }),
            button(t('edit'), () => view.edit(), {
                icon: 'edit',
                kind: 'is-plain',
                id: 'edit',
            }),
            button(t('import'), () => importDialog(), {
                icon: 'import',
                kind: 'is-plain',
                id: 'import',
            }),
            button(t('share'), () => exportDialog(), {
                icon: 'share',
                kind: 'is-plain',
                id: 'share',
            }),
        ),
    ];
}
