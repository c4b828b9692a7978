// Generated from the server's OpenAPI schema by `npm run types`.
export interface paths {
    "/api/tables/{table}/moves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move
         * @description Decide, as seen at `seq`. If something has happened since, the answer is 409 with what is so now. The
         *     same move sent twice counts once.
         */
        post: operations["move"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo
         * @description Take back the card just played, before drawing.
         */
        post: operations["undo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ready
         * @description Ask for the next round. It begins when everybody has, or after a while.
         */
        post: operations["ready"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow
         * @description The table as you may see it, now and after each thing that happens.
         */
        get: operations["follow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open Tables
         * @description The listed tables with an open seat, newest first, some at a time: `next` leads to those after them.
         */
        get: operations["open_tables"];
        put?: never;
        /**
         * Set Up A Table
         * @description Choose an edition, its switches and who sits where. The answer holds the commitment to the deals: sit
         *     down next, with a cut of the cards that is made after it.
         */
        post: operations["set_up_a_table"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look
         * @description The table as you may see it: from your seat, or as a spectator.
         */
        get: operations["look"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join
         * @description Sit down, with the seal of a cut: on the seats that are kept for you, on the seat you name, or on the
         *     first open one. The match begins once everybody has, and has shown their cut.
         */
        post: operations["join"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/cut": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show My Cut
         * @description Show the cut whose seal you gave on joining, once everybody has sat down: `you.can` says `cut` then.
         *     Nobody is shown it before the match begins.
         */
        post: operations["show_my_cut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Leave
         * @description Get up. Before the match the seat is open again; later it is kept for you.
         */
        post: operations["leave"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Come Back
         * @description Take the own seat again, also from a bot.
         */
        post: operations["come_back"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/bot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Seat A Bot
         * @description Let a bot play: on an open seat, for somebody who has left, or for yourself until you return.
         */
        post: operations["seat_a_bot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove Somebody
         * @description Send somebody away from a table that I have set up, before the match. They can't sit down there
         *     again.
         */
        post: operations["remove_somebody"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/rematch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rematch
         * @description The same people at a new table, which is named in `rematch`; sit down there as at any other.
         */
        post: operations["rematch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/guests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Become A Guest
         * @description Get a nickname and a token: as a cookie, or, for programs, in the answer.
         */
        post: operations["become_a_guest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who Am I
         * @description The guest that the token belongs to.
         */
        get: operations["who_am_i"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change My Nickname
         * @description Take another nickname, for the tables joined from now on.
         */
        patch: operations["change_my_nickname"];
        trace?: never;
    };
    "/api/me/tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * My Tables
         * @description The tables at which I sit or sat: unfinished ones first, then the newest, some at a time: `next` leads
         *     to those after them.
         */
        get: operations["my_tables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make A Link
         * @description A link that lets a second device play my seat. It works once, for a quarter of an hour, and only as
         *     long as I hold the seat without a break.
         */
        post: operations["make_a_link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/links/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Use A Link
         * @description Take up a seat on this device, too. Opened where the seat is played already, the link stays good.
         */
        post: operations["use_a_link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * My Devices
         * @description The devices that may play my seats at tables still in play, where there are several for a seat.
         */
        get: operations["my_devices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign A Device Out
         * @description Let a device play my seat no longer. The first device signs out any other, another one only itself;
         *     links that were made before lead nowhere.
         */
        post: operations["sign_a_device_out"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign Out Everywhere
         * @description Sign out all other devices of my seats, end my links, and get another token: a cookie, or, for a
         *     bearer, in the answer. The old token is worth nothing once the new one has been used.
         */
        post: operations["sign_out_everywhere"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/block": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Block Somebody
         * @description Meet the person on this seat at no table from now on: neither can sit down where the other sits or is
         *     the host, nor sees the other's tables in the list. They aren't told; what is under way goes on.
         */
        post: operations["block_somebody"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/blocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * My Blocks
         * @description Whom I have blocked, the latest first.
         */
        get: operations["my_blocks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/blocks/{block}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End A Block
         * @description Meet somebody again.
         */
        delete: operations["end_a_block"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/rounds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Finished Rounds
         * @description The finished rounds with their score sheets. They stay as they are: fetch them once.
         */
        get: operations["finished_rounds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/rounds/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Replay A Round
         * @description A finished round from the deal to the end, position by position, all hands open.
         */
        get: operations["replay_a_round"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Record
         * @description The match as text. While it is played, only its finished rounds; at the end also the secret of the
         *     deals, so that anyone can verify them.
         */
        get: operations["record"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/replays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay A Record
         * @description Verify a record, and go through it position by position, all hands open.
         */
        post: operations["replay_a_record"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Key
         * @description The key that signs records and heads here. Keep it, to tell later what this server has signed.
         */
        get: operations["key"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/head": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Head
         * @description The head of the table's log as it is now, or as it was at `seq`. Whoever has kept one can show that the
         *     log was changed since, by asking for the same again.
         */
        get: operations["head"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lobby": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lobby
         * @description The editions, the bots, and who asks.
         */
        get: operations["lobby"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** AskNextRound */
        AskNextRound: {
            /**
             * Round
             * @description The round just finished, so that a late request does no harm.
             */
            round?: number | null;
        };
        /**
         * BlockInfo
         * @description Somebody whom you have blocked.
         */
        BlockInfo: {
            /** Id */
            id: string;
            /**
             * Nickname
             * @description What they were called then.
             */
            nickname: string;
            /**
             * Since
             * @description Milliseconds since 1970, UTC.
             * @example 1767225600000
             */
            since: number;
        };
        /** BlockList */
        BlockList: {
            /** Blocks */
            blocks: components["schemas"]["BlockInfo"][];
        };
        /**
         * BotInfo
         * @description A bot, in the language of Accept-Language.
         */
        BotInfo: {
            /**
             * Id
             * @description Its name in requests and records.
             * @example explorer
             */
            id: string;
            /**
             * Name
             * @example Explorer
             */
            name: string;
            /**
             * About
             * @description How it plays, in a sentence; empty if nobody has described it.
             */
            about: string;
            /** @description A `level` of the ladder, or a `character` with a manner of its own. */
            kind: components["schemas"]["Kind"];
            /**
             * Rating
             * @description Its strength on the ladder; null if it was not rated.
             */
            rating: number | null;
        };
        /**
         * CheckInfo
         * @description One thing that was verified about a record.
         */
        CheckInfo: {
            /**
             * About
             * @enum {string}
             */
            about: "play" | "commitment" | "cuts" | "seals" | "deal" | "lots" | "signature";
            /**
             * Status
             * @enum {string}
             */
            status: "passed" | "failed" | "unproven";
            /**
             * Detail
             * @description What was found, in the language of Accept-Language.
             */
            detail: string;
        };
        /**
         * Colour
         * @enum {string}
         */
        Colour: "Y" | "B" | "W" | "G" | "R" | "P";
        /**
         * CutBy
         * @description How the cut of a seat came about. What the dealer knew of it decides what it proves.
         * @enum {string}
         */
        CutBy: "sealed" | "withheld" | "open" | "server";
        /**
         * DaysClock
         * @description So many days for each decision.
         */
        DaysClock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "days";
            /** Days */
            days: number;
        };
        /**
         * DeviceInfo
         * @description A device that may play a seat.
         */
        DeviceInfo: {
            /**
             * Table
             * @example b7GkQ2mX4nRt
             */
            table: string;
            /** Seat */
            seat: number;
            /**
             * Device
             * @description Names the device at this table: the event that brought it.
             */
            device: number;
            /**
             * Nickname
             * @description What the device calls itself.
             */
            nickname: string;
            /**
             * Since
             * @description Milliseconds since 1970, UTC.
             * @example 1767225600000
             */
            since: number;
            /**
             * First
             * @description The owner's, which can sign the others out.
             */
            first: boolean;
            /**
             * This
             * @description The one that asks.
             */
            this: boolean;
        };
        /** DeviceList */
        DeviceList: {
            /**
             * Devices
             * @description Those of all seats of yours that several devices may play.
             */
            devices: components["schemas"]["DeviceInfo"][];
        };
        /**
         * EditionInfo
         * @description A rulebook's game.
         */
        EditionInfo: {
            /** Id */
            id: string;
            family: components["schemas"]["Family"];
            /** Players */
            players: number[];
            /** Sides */
            sides: number;
            /** Colours */
            colours: components["schemas"]["Colour"][];
            /** Hand Size */
            hand_size: number;
            /** Cost */
            cost: number;
            /** Bonus From */
            bonus_from: number;
            /** Extra Cards */
            extra_cards: number;
            /** Rounds */
            rounds: number;
            next_starter: components["schemas"]["NextStarter"];
            final_tie: components["schemas"]["FinalTie"];
            /** Has Exploits */
            has_exploits: boolean;
        };
        /**
         * ExpeditionLines
         * @description One expedition on the score sheet of the row game.
         */
        ExpeditionLines: {
            colour: components["schemas"]["Colour"];
            /** Cards */
            cards: string[];
            /** Sum */
            sum: number;
            /** Cost */
            cost: number;
            /** Result */
            result: number;
            /** Factor */
            factor: number;
            /** Multiplied */
            multiplied: number;
            /** Bonus */
            bonus: number;
            /** Total */
            total: number;
        };
        /**
         * Exploit
         * @description In the kernel's order: first the three-card exploits by the edition's colours.
         * @enum {string}
         */
        Exploit: "three-yellow" | "three-red" | "three-blue" | "three-purple" | "three-green" | "five-cards" | "three-expeditions" | "run-of-three" | "most-expeditions" | "best-expedition" | "lowest-hand";
        /**
         * Exploits
         * @description Whether exploits are played, and how one is taken.
         * @enum {string}
         */
        Exploits: "off" | "awarded" | "announced";
        /**
         * FairInfo
         * @description The fair deal: published now, and what is published once the match is over.
         */
        FairInfo: {
            /**
             * Commitment
             * @description SHA-256 of the secret, published before the cuts were made.
             */
            commitment: string;
            /**
             * Cuts
             * @description In the order of the seats; shown once the match has begun.
             */
            cuts: string[];
            /**
             * Secret
             * @description Null until the match is over.
             */
            secret: string | null;
            /**
             * Seals
             * @description In the order of the seats; before the match, too.
             */
            seals: components["schemas"]["SealInfo"][];
            /**
             * Cuts By
             * @description Everybody has sat down, and the cards are dealt once all sealed cuts are shown, at this time at the latest. Null otherwise.
             */
            cuts_by: number | null;
        };
        /**
         * Family
         * @enum {string}
         */
        Family: "row" | "rivals";
        /**
         * FinalTie
         * @enum {string}
         */
        FinalTie: "shared" | "youngest";
        /**
         * Frame
         * @description A position of a finished round, and the decision that led to it.
         */
        Frame: {
            /** Seat */
            seat: number | null;
            /** Move */
            move: string | null;
            /** View */
            view: components["schemas"]["RowView"] | components["schemas"]["RivalsView"];
        };
        /** GuestInfo */
        GuestInfo: {
            /** Id */
            id: string;
            /** Nickname */
            nickname: string;
            /**
             * Token
             * @description For a bearer; told once, and only if it was asked for.
             */
            token: string | null;
        };
        /**
         * HeadInfo
         * @description The head of a table's log, signed: it stands for everything that has happened there so far.
         */
        HeadInfo: {
            /**
             * Table
             * @example b7GkQ2mX4nRt
             */
            table: string;
            /** Seq */
            seq: number;
            /** Head */
            head: string;
            /** Key */
            key: string;
            /**
             * Signature
             * @description Ed25519, over the lines `lostcities head`, table, seq and head, joined by line feeds.
             */
            signature: string;
        };
        /** Join */
        Join: {
            /**
             * Seat
             * @description The seat you want; else the first open one.
             */
            seat?: number | null;
            /**
             * Seal
             * @description The seal of a cut. Show the cut itself once everybody has sat down.
             */
            seal?: string | null;
            /**
             * Cut
             * @description Instead of a seal: the cut as it is, known to the server from now on. Without either the server makes one for you.
             */
            cut?: string | null;
        };
        /**
         * KeyInfo
         * @description The key that this server signs with. Keep it, or its fingerprint, to verify records later.
         */
        KeyInfo: {
            /**
             * Algorithm
             * @constant
             */
            algorithm: "ed25519";
            /**
             * Key
             * @description The public key, 64 hexadecimal digits.
             */
            key: string;
            /**
             * Fingerprint
             * @description The first 32 digits of the key's SHA-256.
             */
            fingerprint: string;
        };
        /**
         * Kind
         * @enum {string}
         */
        Kind: "level" | "character";
        /**
         * LinkInfo
         * @description A link that carries a seat to a second device, once.
         */
        LinkInfo: {
            /** Code */
            code: string;
            /** Url */
            url: string;
            /**
             * Expires At
             * @description Milliseconds since 1970, UTC.
             * @example 1767225600000
             */
            expires_at: number;
        };
        /**
         * Lobby
         * @description What can be played, and against whom.
         */
        Lobby: {
            /** Version */
            version: string;
            /**
             * Page
             * @description The build of the page that is served here; empty if there is none.
             */
            page: string;
            /** Editions */
            editions: components["schemas"]["EditionInfo"][];
            /**
             * Bots
             * @description The levels, weakest first, then the characters.
             */
            bots: components["schemas"]["BotInfo"][];
            /**
             * First Bot
             * @description The mild one that a newcomer meets first.
             * @example explorer
             */
            first_bot: string;
            /** @description Who asks; null for somebody without a token. */
            you: components["schemas"]["GuestInfo"] | null;
        };
        /**
         * MinutesClock
         * @description So many minutes for each player's whole match, and some seconds more with every decision.
         */
        MinutesClock: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "minutes";
            /** Minutes */
            minutes: number;
            /**
             * Increment
             * @default 0
             */
            increment: number;
        };
        /** NewGuest */
        NewGuest: {
            /**
             * Nickname
             * @description 1 to 24 characters that can be seen, and not what a bot is called.
             * @example Ada
             */
            nickname: string;
            /**
             * Bearer
             * @description Answer with a token for `Authorization: Bearer …`, and set no cookie.
             * @default false
             */
            bearer: boolean;
        };
        /** NewLink */
        NewLink: {
            /** Seat */
            seat?: number | null;
        };
        /** NewTable */
        NewTable: {
            /**
             * @example {
             *       "edition": "classic",
             *       "rounds": 1
             *     }
             */
            variant: components["schemas"]["VariantChoice"];
            /**
             * Seats
             * @description One for each player, in the order of play.
             * @example [
             *       {
             *         "kind": "me"
             *       },
             *       {
             *         "bot": "explorer",
             *         "kind": "bot"
             *       }
             *     ]
             */
            seats: (components["schemas"]["SeatChoiceMine"] | components["schemas"]["SeatChoiceOpen"] | components["schemas"]["SeatChoiceBot"])[];
            /**
             * Oldest
             * @description The seat of the oldest player; drawn by lot if left out.
             */
            oldest?: number | null;
            /** Clock */
            clock?: (components["schemas"]["MinutesClock"] | components["schemas"]["DaysClock"]) | null;
            /**
             * Listed
             * @description Whether the table is shown to everybody.
             * @default false
             */
            listed: boolean;
        };
        /**
         * NextStarter
         * @description Whose score decides who starts the next round.
         * @enum {string}
         */
        NextStarter: "last-round" | "running-total";
        /**
         * Phase
         * @description What the mover decides next.
         * @enum {string}
         */
        Phase: "play" | "draw" | "extra" | "turn" | "bid" | "lay" | "put-out" | "over";
        /** Play */
        Play: {
            /**
             * Seq
             * @description The `seq` of the table that you saw.
             */
            seq: number;
            /**
             * Move
             * @example +R10
             */
            move: string;
            /**
             * Seat
             * @description Where several people share a device.
             */
            seat?: number | null;
        };
        /**
         * PresenceInfo
         * @description Whether a person is at the table.
         */
        PresenceInfo: {
            /**
             * State
             * @description `here`: with an open stream. `away`: without one for a while. `left`: has got up.
             * @enum {string}
             */
            state: "here" | "away" | "left";
            /**
             * Since
             * @description Since when somebody is away, if that is known.
             */
            since: number | null;
        };
        /**
         * RecordReplay
         * @description A record, verified and replayed.
         */
        RecordReplay: {
            variant: components["schemas"]["VariantInfo"];
            /**
             * Names
             * @description For each seat; empty if nobody gave a name.
             */
            names: string[];
            /** @description What the deals were made from; null if the record lacks it. */
            fair: components["schemas"]["FairInfo"] | null;
            /** Checks */
            checks: components["schemas"]["CheckInfo"][];
            /** Rounds */
            rounds: components["schemas"]["Replay"][];
            result: components["schemas"]["Result"] | null;
        };
        /** RecordText */
        RecordText: {
            /**
             * Record
             * @description A record, as `GET …/record` gives it.
             */
            record: string;
        };
        /** Rename */
        Rename: {
            /**
             * Nickname
             * @description 1 to 24 characters that can be seen, and not what a bot is called.
             * @example Ada
             */
            nickname: string;
        };
        /**
         * Replay
         * @description A finished round from the deal to the end, all hands open.
         */
        Replay: {
            /** Round */
            round: number;
            /** Frames */
            frames: components["schemas"]["Frame"][];
        };
        /**
         * Result
         * @description How a match ended.
         */
        Result: {
            /** Totals */
            totals: number[];
            /**
             * Winners
             * @description The winning sides: several if they share, none in cooperation.
             */
            winners: number[];
            /**
             * Common
             * @description Cooperation's sum of both sides.
             */
            common: number | null;
        };
        /**
         * RivalsLines
         * @description One expedition on the score sheet of Rivals.
         */
        RivalsLines: {
            colour: components["schemas"]["Colour"];
            /** Cards */
            cards: string[];
            /** Footprints */
            footprints: number;
            /** Factor */
            factor: number;
            /** Multiplied */
            multiplied: number;
            /** Bonus */
            bonus: number;
            /** Total */
            total: number;
        };
        /**
         * RivalsSheet
         * @description A player's score sheet in Rivals.
         */
        RivalsSheet: {
            /** Expeditions */
            expeditions: components["schemas"]["RivalsLines"][];
            /** Coins */
            coins: number;
            /** Total */
            total: number;
        };
        /**
         * RivalsView
         * @description A game of Rivals from one seat.
         */
        RivalsView: {
            /**
             * Variant
             * @example classic rounds=1
             */
            variant: string;
            /**
             * Seat
             * @description Whose view it is; null for a spectator.
             */
            seat: number | null;
            /**
             * Mover
             * @description Who decides now; null once the round is over.
             */
            mover: number | null;
            phase: components["schemas"]["Phase"];
            /**
             * Legal Moves
             * @description The viewer's moves: empty unless they are to decide.
             */
            legal_moves: string[];
            /** Starter */
            starter: number;
            /**
             * Ply
             * @description Decisions made so far in this round.
             */
            ply: number;
            /**
             * Expeditions
             * @description For each side, the cards of its expeditions.
             */
            expeditions: {
                [key: string]: string[];
            }[];
            /**
             * Last Turns
             * @description For each seat, its moves when it last had the word.
             */
            last_turns: string[][];
            standing: components["schemas"]["Standing"] | null;
            /**
             * Points
             * @description For each side, the points as the cards lie.
             */
            points: components["schemas"]["SidePoints"][];
            /** River */
            river: string[];
            /** Gold */
            gold: number[];
            /** Reserve */
            reserve: number;
            /**
             * Pile
             * @description Cards left in the pile that is in play.
             */
            pile: number;
            /** Piles Left */
            piles_left: number;
            /**
             * Last Turned
             * @description The card turned over last.
             */
            last_turned: string | null;
            /**
             * Left At Once
             * @description Whether nobody could lay that card, so that it left the game as it was turned over.
             */
            left_at_once: boolean;
            /**
             * Bid
             * @description The highest bid of the auction under way, or 0.
             */
            bid: number;
            /** Bidder */
            bidder: number | null;
            /**
             * Bidding
             * @description The seats that are still in the auction.
             */
            bidding: number[];
            /**
             * Sheets
             * @description For each player, once the game is over.
             */
            sheets: components["schemas"]["RivalsSheet"][] | null;
        };
        /**
         * RoundInfo
         * @description A finished round.
         */
        RoundInfo: {
            /** Round */
            round: number;
            /** Starter */
            starter: number;
            /** Scores */
            scores: number[];
            /** Sheets */
            sheets: components["schemas"]["RowSheet"][] | components["schemas"]["RivalsSheet"][];
        };
        /** RoundList */
        RoundList: {
            /** Rounds */
            rounds: components["schemas"]["RoundInfo"][];
        };
        /**
         * RowSheet
         * @description A side's score sheet in the row game. The hand counts once the round is over.
         */
        RowSheet: {
            /** Expeditions */
            expeditions: components["schemas"]["ExpeditionLines"][];
            /** Exploits */
            exploits: components["schemas"]["Exploit"][];
            /** Exploit Points */
            exploit_points: number;
            /** Hand */
            hand: number;
            /** Total */
            total: number;
        };
        /**
         * RowView
         * @description A round of the row game from one seat.
         */
        RowView: {
            /**
             * Variant
             * @example classic rounds=1
             */
            variant: string;
            /**
             * Seat
             * @description Whose view it is; null for a spectator.
             */
            seat: number | null;
            /**
             * Mover
             * @description Who decides now; null once the round is over.
             */
            mover: number | null;
            phase: components["schemas"]["Phase"];
            /**
             * Legal Moves
             * @description The viewer's moves: empty unless they are to decide.
             */
            legal_moves: string[];
            /** Starter */
            starter: number;
            /**
             * Ply
             * @description Decisions made so far in this round.
             */
            ply: number;
            /**
             * Expeditions
             * @description For each side, the cards of its expeditions.
             */
            expeditions: {
                [key: string]: string[];
            }[];
            /**
             * Last Turns
             * @description For each seat, its moves when it last had the word.
             */
            last_turns: string[][];
            standing: components["schemas"]["Standing"] | null;
            /**
             * Points
             * @description For each side, the points as the cards lie.
             */
            points: components["schemas"]["SidePoints"][];
            /**
             * Hands
             * @description The viewer's own hand; everybody's once the round is over; null where it is hidden.
             */
            hands: (string[] | null)[];
            /** Hand Sizes */
            hand_sizes: number[];
            /**
             * Shown
             * @description For each seat, the cards in hand that were taken openly from a discard pile.
             */
            shown: string[][];
            /** Discard Tops */
            discard_tops: {
                [key: string]: string | null;
            };
            /** Discard Heights */
            discard_heights: {
                [key: string]: number;
            };
            /**
             * Pile
             * @description Cards left in the draw pile.
             */
            pile: number;
            /** @description The colour just discarded, closed for this draw. */
            closed: components["schemas"]["Colour"] | null;
            /** Dry Turns */
            dry_turns: number;
            /** Extra Cards Left */
            extra_cards_left: number;
            /** Extra Seats Left */
            extra_seats_left: number;
            /** Open Exploits */
            open_exploits: components["schemas"]["Exploit"][];
            /**
             * Exploits
             * @description For each side, the exploits that it holds.
             */
            exploits: components["schemas"]["Exploit"][][];
            /**
             * Sheets
             * @description For each side, once the round is over.
             */
            sheets: components["schemas"]["RowSheet"][] | null;
        };
        /**
         * SealInfo
         * @description What is known of a cut before it is shown, and of how it came to the server.
         */
        SealInfo: {
            /** Seat */
            seat: number;
            /**
             * Seal
             * @description SHA-256 of the cut.
             */
            seal: string;
            /** @description `sealed`: the server had the seal alone until everybody had sat down; `withheld`: the cut was not shown in time, and the match is dealt without it; `open`: the server was given the cut as it is; `server`: it made the cut. */
            by: components["schemas"]["CutBy"];
            /**
             * Shown
             * @description Whether a sealed cut has been shown to the server.
             */
            shown: boolean;
        };
        /** SeatBot */
        SeatBot: {
            /** Seat */
            seat: number;
            /**
             * Bot
             * @example explorer
             */
            bot: string;
        };
        /** SeatChoiceBot */
        SeatChoiceBot: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "bot";
            /**
             * Bot
             * @example explorer
             */
            bot: string;
        };
        /**
         * SeatChoiceMine
         * @description For you, or for someone at your device.
         */
        SeatChoiceMine: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "me";
            /** Nickname */
            nickname?: string | null;
        };
        /**
         * SeatChoiceOpen
         * @description For whoever comes.
         */
        SeatChoiceOpen: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "open";
        };
        /** SeatInfo */
        SeatInfo: {
            /** Seat */
            seat: number;
            /**
             * Name
             * @description A, B … or, in teams, A1 B1 A2 B2.
             */
            name: string;
            /** Side */
            side: number;
            /**
             * Kind
             * @description `kept`: for someone who has yet to sit down.
             * @enum {string}
             */
            kind: "open" | "kept" | "person" | "bot";
            /** Nickname */
            nickname: string | null;
            /**
             * Bot
             * @description The bot that plays the seat: for a person, until they return.
             */
            bot: string | null;
            /** Yours */
            yours: boolean;
            /** Away */
            away: boolean;
            /** @description Of a person, told to those who look at the table; null in lists. */
            presence: components["schemas"]["PresenceInfo"] | null;
            /**
             * Ready
             * @description Between rounds: has asked for the next one.
             */
            ready: boolean;
            /**
             * Clock
             * @description Milliseconds left at `at`; the mover's clock runs.
             */
            clock: number | null;
        };
        /** ShowCut */
        ShowCut: {
            /**
             * Cut
             * @description Something random, made after the commitment was seen.
             * @example kR3vP0sW
             */
            cut: string;
        };
        /**
         * SidePoints
         * @description What a side's cards are worth now.
         */
        SidePoints: {
            /** Expeditions */
            expeditions: {
                [key: string]: number;
            };
            /**
             * Total
             * @description All of the side: with exploits, coins and a hand that counts.
             */
            total: number;
        };
        /** SignOut */
        SignOut: {
            /** Seat */
            seat: number;
            /**
             * Device
             * @description The `device` of `GET /api/me/devices`; else all but the first.
             */
            device?: number | null;
        };
        /**
         * SomebodysSeat
         * @description The seat of somebody else: people are named by where they sit.
         */
        SomebodysSeat: {
            /** Seat */
            seat: number;
        };
        /**
         * Standing
         * @description Where the match stands.
         */
        Standing: {
            /** Round */
            round: number;
            /** Rounds */
            rounds: number;
            /**
             * Totals
             * @description For each side, the points of the finished rounds.
             */
            totals: number[];
        };
        /**
         * Status
         * @enum {string}
         */
        Status: "waiting" | "playing" | "between-rounds" | "over" | "closed";
        /** TableList */
        TableList: {
            /** Tables */
            tables: components["schemas"]["TableSummary"][];
            /**
             * Next
             * @description What to send as `after` for the tables after these; null if these were the last.
             * @example 0.1767225600000.b7GkQ2mX4nRt
             */
            next: string | null;
        };
        /**
         * TableSummary
         * @description A table in a list.
         */
        TableSummary: {
            /**
             * Id
             * @example b7GkQ2mX4nRt
             */
            id: string;
            /** Seq */
            seq: number;
            /**
             * At
             * @description Milliseconds since 1970, UTC.
             * @example 1767225600000
             */
            at: number;
            /**
             * Created At
             * @description Milliseconds since 1970, UTC.
             * @example 1767225600000
             */
            created_at: number;
            status: components["schemas"]["Status"];
            variant: components["schemas"]["VariantInfo"];
            /** Seats */
            seats: components["schemas"]["SeatInfo"][];
            /** Clock */
            clock: (components["schemas"]["MinutesClock"] | components["schemas"]["DaysClock"]) | null;
            /** Mover */
            mover: number | null;
            /** Round */
            round: number;
            /** Totals */
            totals: number[];
            /** Your Turn */
            your_turn: boolean;
        };
        /** Undo */
        Undo: {
            /**
             * Seq
             * @description The `seq` of the table that you saw.
             */
            seq: number;
        };
        /** VariantChoice */
        VariantChoice: {
            /**
             * Edition
             * @example classic
             */
            edition: string;
            /** Players */
            players?: number | null;
            /** Rounds */
            rounds?: number | null;
            /**
             * Nothing In Hand
             * @default false
             */
            nothing_in_hand: boolean;
            /**
             * Cooperation
             * @default false
             */
            cooperation: boolean;
            /** @default off */
            exploits: components["schemas"]["Exploits"];
            /** Guard */
            guard?: number | null;
        };
        /**
         * VariantInfo
         * @description A variant, with what follows from it.
         */
        VariantInfo: {
            /**
             * Text
             * @description The variant in its text form.
             * @example duel-2026 exploits=announced
             */
            text: string;
            /** Edition */
            edition: string;
            family: components["schemas"]["Family"];
            /** Players */
            players: number;
            /**
             * Sides
             * @description How many score on their own: players, or teams.
             */
            sides: number;
            /** Rounds */
            rounds: number;
            /** Nothing In Hand */
            nothing_in_hand: boolean;
            /** Cooperation */
            cooperation: boolean;
            exploits: components["schemas"]["Exploits"];
            /** Guard */
            guard: number;
            /** Colours */
            colours: components["schemas"]["Colour"][];
            /** Seat Names */
            seat_names: string[];
            /** Side Names */
            side_names: string[];
        };
        /**
         * TableEvent
         * @description Something that happened, as everybody may know it.
         */
        TableEvent: {
            /** Seq */
            seq: number;
            /**
             * At
             * @description Milliseconds since 1970, UTC.
             * @example 1767225600000
             */
            at: number;
            /**
             * Kind
             * @enum {string}
             */
            kind: "created" | "joined" | "cut-shown" | "cuts-withheld" | "secret-told" | "moved" | "undone" | "ready" | "next-round" | "left" | "returned" | "bot-sat" | "carried" | "signed-out" | "removed" | "flag-fell" | "closed" | "rematched";
            /** Seats */
            seats: number[];
            /** Move */
            move: string | null;
        };
        /**
         * TableInfo
         * @description A table, as one person may see it.
         */
        TableInfo: {
            /**
             * Id
             * @example b7GkQ2mX4nRt
             */
            id: string;
            /**
             * Seq
             * @description The number of the last event; send it along with a move.
             */
            seq: number;
            /**
             * At
             * @description When that event happened.
             * @example 1767225600000
             */
            at: number;
            /**
             * Created At
             * @description Milliseconds since 1970, UTC.
             * @example 1767225600000
             */
            created_at: number;
            status: components["schemas"]["Status"];
            variant: components["schemas"]["VariantInfo"];
            /** Listed */
            listed: boolean;
            /** Seats */
            seats: components["schemas"]["SeatInfo"][];
            you: components["schemas"]["You"];
            /** Oldest */
            oldest: number | null;
            /** Clock */
            clock: (components["schemas"]["MinutesClock"] | components["schemas"]["DaysClock"]) | null;
            fair: components["schemas"]["FairInfo"];
            /** @description Why the table is closed, if nobody who plays there did it: the key to its secret is lost, or its log was changed in the database. */
            trouble: components["schemas"]["Trouble"] | null;
            /**
             * Rounds
             * @description For each finished round, the points of each side; `GET …/rounds` has their score sheets.
             */
            rounds: number[][];
            /**
             * Totals
             * @description For each side, the points of the finished rounds.
             */
            totals: number[];
            /**
             * Next Starter
             * @description Between rounds: who starts the next one.
             */
            next_starter: number | null;
            /**
             * Next Round At
             * @description Between rounds: when the next one starts at the latest.
             */
            next_round_at: number | null;
            result: components["schemas"]["Result"] | null;
            /**
             * Flag
             * @description The seat that overstepped the time, if that ended the match.
             */
            flag: number | null;
            /**
             * Closed Because
             * @description Why the table was closed, unless nobody came or went on: a round had too many decisions.
             */
            closed_because: "too-long" | null;
            /**
             * Rematch
             * @description The table at which the same people go on.
             */
            rematch: string | null;
            /**
             * Game
             * @description The round in play, or the last one.
             */
            game: components["schemas"]["RowView"] | components["schemas"]["RivalsView"] | null;
        };
        /**
         * Trouble
         * @description Why a table can't go on, through no fault of those who play there.
         * @enum {string}
         */
        Trouble: "key-lost" | "log-changed";
        /**
         * Update
         * @description A table and what has just happened there: what requests are answered with, and streams send.
         */
        Update: {
            /**
             * Now
             * @description The server's time, to set clocks by.
             * @example 1767225600000
             */
            now: number;
            /**
             * Events
             * @description What is new, oldest first. Of the moves never more than each seat's last turn, because covered discards may not be looked up.
             */
            events: components["schemas"]["TableEvent"][];
            table: components["schemas"]["TableInfo"];
        };
        /**
         * You
         * @description What the viewer is at this table.
         */
        You: {
            /**
             * Seat
             * @description The seat that `game` is seen from; null watches.
             */
            seat: number | null;
            /**
             * Seats
             * @description All the viewer's seats: several where people share a device.
             */
            seats: number[];
            /** Host */
            host: boolean;
            /**
             * Removed
             * @description Whether the host has sent the viewer away from this table.
             */
            removed: boolean;
            /**
             * Can
             * @description What would be done if the viewer asked for it now.
             */
            can: ("join" | "cut" | "move" | "undo" | "ready" | "leave" | "return" | "seat-bot" | "rematch" | "link" | "sign-out" | "remove")[];
        };
        /**
         * Problem
         * @description What was wrong and what would be right (RFC 9457).
         */
        Problem: {
            /**
             * Type
             * @example urn:lostcities:error:too-low
             */
            type: string;
            /**
             * Title
             * @example Unprocessable Content
             */
            title: string;
            /**
             * Status
             * @example 422
             */
            status: number;
            /**
             * Code
             * @example too-low
             */
            code: string;
            /**
             * Detail
             * @description A sentence in the language of Accept-Language: English or French.
             * @example red 4 can't follow red 6 in your red expedition; lay a higher card
             */
            detail: string;
            /**
             * @description With `stale`: what is so now.
             * @default null
             */
            current: components["schemas"]["Update"] | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    move: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Play"];
            };
        };
        responses: {
            /** @description The table as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Update"];
                };
            };
            /** @description There was nothing that could be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It belongs to somebody else, or the request came from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It can't be done as things are now; `stale` carries what is so in `current`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request, or the move in it, isn't right. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database can't be reached, or a newer version has written to the table: try again later. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    undo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Undo"];
            };
        };
        responses: {
            /** @description The table as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Update"];
                };
            };
            /** @description There was nothing that could be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It belongs to somebody else, or the request came from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It can't be done as things are now; `stale` carries what is so in `current`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request, or the move in it, isn't right. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database can't be reached, or a newer version has written to the table: try again later. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ready: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AskNextRound"];
            };
        };
        responses: {
            /** @description The table as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Update"];
                };
            };
            /** @description There was nothing that could be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It belongs to somebody else, or the request came from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It can't be done as things are now; `stale` carries what is so in `current`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request, or the move in it, isn't right. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database can't be reached, or a newer version has written to the table: try again later. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    follow: {
        parameters: {
            query?: {
                /** @description Look from this seat of yours, where several people share a device. */
                seat?: number | null;
                /** @description The same, for a stream that is opened anew. */
                after?: number | null;
            };
            header?: {
                /** @description The id of the last message that arrived. */
                "last-event-id"?: number | null;
            };
            path: {
                /** @description The id of a table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events. `hello` names the build of the page. `update` carries an `Update`, and its id is `seq`. `goodbye` says that the server is about to restart or, with the code `newer`, that it is too old for this table. Comments are signs of life. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It belongs to somebody else, or the request came from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request, or the move in it, isn't right. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database can't be reached, or a newer version has written to the table: try again later. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    open_tables: {
        parameters: {
            query?: {
                /** @description Go on from here: what `next` said of the page before. */
                after?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TableList"];
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request, or the move in it, isn't right. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    set_up_a_table: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTable"];
            };
        };
        responses: {
            /** @description The new table. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Update"];
                };
            };
            /** @description There was nothing that could be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It belongs to somebody else, or the request came from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request, or the move in it, isn't right. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    look: {
        parameters: {
            query?: {
                /** @description Look from this seat of yours, where several people share a device. */
                seat?: number | null;
            };
            header?: never;
            path: {
                /** @description The id of a table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Update"];
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It belongs to somebody else, or the request came from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request, or the move in it, isn't right. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database can't be reached, or a newer version has written to the table: try again later. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    join: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Join"];
            };
        };
        responses: {
            /** @description The table as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Update"];
                };
            };
            /** @description There was nothing that could be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It belongs to somebody else, or the request came from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It can't be done as things are now; `stale` carries what is so in `current`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request, or the move in it, isn't right. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database can't be reached, or a newer version has written to the table: try again later. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    show_my_cut: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShowCut"];
            };
        };
        responses: {
            /** @description The table as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Update"];
                };
            };
            /** @description There was nothing that could be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It belongs to somebody else, or the request came from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It can't be done as things are now; `stale` carries what is so in `current`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request, or the move in it, isn't right. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    leave: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Update"];
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It belongs to somebody else, or the request came from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It can't be done as things are now; `stale` carries what is so in `current`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request, or the move in it, isn't right. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database can't be reached, or a newer version has written to the table: try again later. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    come_back: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Update"];
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It belongs to somebody else, or the request came from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It can't be done as things are now; `stale` carries what is so in `current`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request, or the move in it, isn't right. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database can't be reached, or a newer version has written to the table: try again later. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    seat_a_bot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SeatBot"];
            };
        };
        responses: {
            /** @description The table as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Update"];
                };
            };
            /** @description There was nothing that could be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It belongs to somebody else, or the request came from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It can't be done as things are now; `stale` carries what is so in `current`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request, or the move in it, isn't right. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database can't be reached, or a newer version has written to the table: try again later. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    remove_somebody: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SomebodysSeat"];
            };
        };
        responses: {
            /** @description The table as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Update"];
                };
            };
            /** @description There was nothing that could be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It belongs to somebody else, or the request came from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It can't be done as things are now; `stale` carries what is so in `current`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request, or the move in it, isn't right. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rematch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Update"];
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It belongs to somebody else, or the request came from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It can't be done as things are now; `stale` carries what is so in `current`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request, or the move in it, isn't right. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database can't be reached, or a newer version has written to the table: try again later. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    become_a_guest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewGuest"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuestInfo"];
                };
            };
            /** @description There was nothing that could be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It belongs to somebody else, or the request came from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request, or the move in it, isn't right. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    who_am_i: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuestInfo"];
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    change_my_nickname: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Rename"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuestInfo"];
                };
            };
            /** @description There was nothing that could be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It belongs to somebody else, or the request came from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request, or the move in it, isn't right. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    my_tables: {
        parameters: {
            query?: {
                /** @description Go on from here: what `next` said of the page before. */
                after?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TableList"];
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request, or the move in it, isn't right. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    make_a_link: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewLink"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkInfo"];
                };
            };
            /** @description There was nothing that could be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It belongs to somebody else, or the request came from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It can't be done as things are now; `stale` carries what is so in `current`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request, or the move in it, isn't right. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    use_a_link: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Update"];
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It belongs to somebody else, or the request came from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It can't be done as things are now; `stale` carries what is so in `current`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request, or the move in it, isn't right. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    my_devices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceList"];
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sign_a_device_out: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignOut"];
            };
        };
        responses: {
            /** @description The table as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Update"];
                };
            };
            /** @description There was nothing that could be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It belongs to somebody else, or the request came from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It can't be done as things are now; `stale` carries what is so in `current`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request, or the move in it, isn't right. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sign_out_everywhere: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuestInfo"];
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It belongs to somebody else, or the request came from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It can't be done as things are now; `stale` carries what is so in `current`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    block_somebody: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SomebodysSeat"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockList"];
                };
            };
            /** @description There was nothing that could be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It belongs to somebody else, or the request came from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It can't be done as things are now; `stale` carries what is so in `current`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request, or the move in it, isn't right. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    my_blocks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockList"];
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    end_a_block: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a block. */
                block: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockList"];
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It belongs to somebody else, or the request came from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request, or the move in it, isn't right. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    finished_rounds: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoundList"];
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request, or the move in it, isn't right. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replay_a_round: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a table. */
                table: string;
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replay"];
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It can't be done as things are now; `stale` carries what is so in `current`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request, or the move in it, isn't right. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database can't be reached, or a newer version has written to the table: try again later. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    record: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It can't be done as things are now; `stale` carries what is so in `current`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request, or the move in it, isn't right. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database can't be reached, or a newer version has written to the table: try again later. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replay_a_record: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordText"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordReplay"];
                };
            };
            /** @description There was nothing that could be read. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It belongs to somebody else, or the request came from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is too long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request, or the move in it, isn't right. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    key: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyInfo"];
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    head: {
        parameters: {
            query?: {
                seq?: number | null;
            };
            header?: never;
            path: {
                /** @description The id of a table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeadInfo"];
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It can't be done as things are now; `stale` carries what is so in `current`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request, or the move in it, isn't right. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    lobby: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lobby"];
                };
            };
            /** @description Nobody knows who asks: the token is missing or unknown. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too much at once; `Retry-After` says when to try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
