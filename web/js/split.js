// The games of a text: files of other programs hold many. What each game is, is for who reads it.
// Nothing here knows the browser, so node tests it.

const TRANSCRIPT = /^\d*\.?\s*([a-pA-P]\d{1,2}[\s,]*){4,}$/,
    POSITION = /^[XxOoBbWw*.-]{16,64}\s*[XxOoBbWw*]\s*(;|$)/;

/** Whether bytes that were read as text are none: a picture, an archive, a WTHOR file. */
export function isText(/** @type {string} */ text) {
    const strange = text.split('\ufffd').length - 1;
    return !text.includes('\0') && strange * 20 <= text.length;
}

/**
 * PGN: a game ends at an empty line after its moves, at the next tag, or where moves count from 1
 * again; lines inside a comment end nothing (src/record/pgn.c reads files in the same way).
 * @param {string} text @returns {string[]}
 */
function splitPgn(text) {
    const games = [];
    let lines = /** @type {string[]} */ ([]),
        hasMoves = false,
        hasTags = false,
        isGap = false,
        isComment = false;
    for (const line of text.split('\n')) {
        const isTag = /^\[[A-Za-z]/.test(line),
            isBlank = !line.trim();
        const begins =
            !isComment &&
            (isTag
                ? hasMoves || (hasTags && isGap)
                : !isBlank && hasMoves && (isGap || /^1[.)]/.test(line)));
        if (begins) {
            games.push(lines.join('\n'));
            lines = [];
            hasMoves = hasTags = false;
        }
        lines.push(line);
        for (const letter of line) {
            if (letter === '{') isComment = true;
            if (letter === '}') isComment = false;
        }
        isGap = isBlank;
        hasTags ||= isTag;
        hasMoves ||= !isTag && !isBlank;
    }
    return [...games, lines.join('\n')];
}

/** Othello Quest: a list of games, or a game on each line. @param {string} text */
function splitJson(text) {
    try {
        const value = JSON.parse(text);
        return Array.isArray(value) ? value.map((one) => JSON.stringify(one)) : [text];
    } catch {
        const lines = text.split('\n').filter((line) => line.trim());
        return lines.every((line) => /^\s*\{.*\}\s*$/.test(line)) ? lines : [text];
    }
}

/**
 * The games of a text, one by one; the text itself if it is one.
 * @param {string} text @returns {string[]}
 */
export function splitGames(text) {
    const start = text.replace(/^\ufeff/, '').trimStart();
    if (/^\(\s*;/.test(start))
        return start.split(/(?<=\)\s*)(?=\(\s*;\s*(?:GM|FF|CA)\[)/).filter((one) => one.trim());
    if (/^\[\s*[[{]|^\{/.test(start)) return splitJson(start);
    if (/^\[[A-Za-z]|^1[.)]/.test(start)) return splitPgn(start).filter((one) => one.trim());
    const lines = start.split('\n').filter((line) => line.trim() && !line.startsWith('%'));
    const isList =
        lines.every((line) => TRANSCRIPT.test(line.trim())) ||
        lines.every((line) => POSITION.test(line.trim()));
    return isList && lines.length > 1 ? lines.map((line) => line.trim()) : [text];
}
