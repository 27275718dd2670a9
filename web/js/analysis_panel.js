// The panel of Analyse: switches, lines, choices, graph, moves, explorer, notes.

/** @import {AnalyseView} from './view_analyse.js' */
import { app } from './app.js';
import { button, chips, h, selectField } from './dom.js';
import { exportDialog, importDialog } from './io.js';
import { t } from './i18n.js';

const LINE_CHOICES = ['1', '3', '5', '8', '64'],
    TIME_CHOICES = ['3', '10', '30', '120', 'endless'];

/** All that the server gives, and the powers of two below. */
function threadChoices() {
    const all = ['0'];
    for (let n = 1; n < app.threads; n *= 2) all.push(String(n));
    return all;
}

/**
 * A switch with its label.
 * @param {string} id @param {string} key @param {boolean} checked
 * @param {(isOn: boolean) => void} change
 */
function switchField(id, key, checked, change) {
    const box = h('input', {
        type: 'checkbox',
        role: 'switch',
        id,
        checked,
        onchange: () => change(box.checked),
    });
    return h('label', { class: 'switch' }, box, t(key));
}

/** @param {AnalyseView} view */
function switches(view) {
    return h(
        'div',
        { class: 'row is-apart' },
        switchField('engine-on', 'engine', app.settings.engineOn, (isOn) => {
            app.save({ engineOn: isOn });
            view.changed('switch');
        }),
        switchField('threat', 'threat', view.isThreat, (isOn) => {
            view.isThreat = isOn;
            view.changed('switch');
        }),
    );
}

/**
 * A choice that is a setting; one that is not offered counts as the last, or as all threads.
 * @param {AnalyseView} view @param {string} key @param {string[]} values
 * @param {(value: string) => string} text @param {'lines'|'seconds'|'threads'} name
 */
function settingField(view, key, values, text, name) {
    const { settings } = app,
        fallback = values[name === 'threads' ? 0 : values.length - 1];
    return selectField(
        t(key),
        values.map((value) => ({ value, text: text(value) })),
        values.includes(settings[name]) ? settings[name] : fallback,
        (value) => {
            app.save({ [name]: value });
            view.changed('switch');
        },
        name,
    );
}

/** How many lines, how long, with how many threads. @param {AnalyseView} view */
function limitFields(view) {
    /** @param {string} value */
    const lineText = (value) =>
        value === '64' ? t('lineAll') : value === '1' ? t('lineBest') : value;
    /** @param {string} value */
    const timeText = (value) =>
        value === 'endless' ? t('endless') : t('secondsIs', { n: value });
    /** @param {string} value */
    const threadText = (value) => (value === '0' ? t('threadsAll', { n: app.threads }) : value);
    return h(
        'div',
        { class: app.threads > 1 ? 'pair is-three' : 'pair' },
        settingField(view, 'showLines', LINE_CHOICES, lineText, 'lines'),
        settingField(view, 'thinkFor', TIME_CHOICES, timeText, 'seconds'),
        app.threads > 1 && settingField(view, 'threads', threadChoices(), threadText, 'threads'),
    );
}

/** What is drawn over the board. @param {AnalyseView} view */
function layerChips(view) {
    return chips(
        t('overlay'),
        'layer',
        ['none', 'book', 'stable', 'frontier', 'parity'].map((value) => ({
            value,
            text: t(value === 'none' ? 'layer.none' : `overlay.${value}`),
        })),
        app.settings.layer,
        (layer) => {
            app.save({ layer });
            view.changed('note');
        },
    );
}

/** @param {AnalyseView} view */
function foot(view) {
    /**
     * @param {string} key @param {'play'|'edit'|'import'|'share'} icon @param {string} id
     * @param {() => void} work
     */
    const one = (key, icon, id, work) => button(t(key), work, { icon, kind: 'is-plain', id });
    return h(
        'div',
        { class: 'panel-foot' },
        one('playOn', 'play', 'play-on', () => app.playOn()),
        one('edit', 'edit', 'edit', () => view.edit()),
        one('import', 'import', 'import', () => importDialog()),
        one('share', 'share', 'share', () => exportDialog()),
    );
}

/** What fills the panel; the view has made its parts. @param {AnalyseView} view */
export function analysisPanel(view) {
    return [
        h(
            'div',
            { class: 'card engine' },
            switches(view),
            view.facts,
            view.lines?.element,
            limitFields(view),
            layerChips(view),
        ),
        h('div', { class: 'card' }, h('h2', { class: 'minor' }, t('graph')), view.graph?.element),
        view.moves?.element,
        view.explorer?.element,
        view.notes?.element,
        foot(view),
    ];
}
