"""To whom a request is addressed, whose it is, and from which page: host names, proxies and origins."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lostcities.server.addresses import household
from lostcities.server.http.proxies import client_of
from lostcities.server.settings import SettingError, Settings
from server.conftest import NewDatabase
from server.people import Town, in_town
from server.running import QUICK, serving

JSON = {"nickname": "Ada"}


def test_a_name_that_is_not_ours_is_refused(server: str) -> None:
    """Else a page whose name leads here (DNS rebinding) could play with this server as if it were its own."""

    async def story(town: Town) -> None:
        person = town.passer_by()
        for host in (
            "evil.example",
            "evil.example:8000",
            "localhost.evil.example",
            "203.0.113.7",
            "[::2]",
            "",
        ):
            origin = {"Host": host, "Origin": f"http://{host}"}
            for method, path in (("POST", "/api/guests"), ("GET", "/api/lobby"), ("GET", "/")):
                answer = await person.request(method, path, JSON, origin)
                assert (answer.status, answer.json["code"]) == (421, "host-name"), (host, path)
        assert "open it as localhost or by its own address" in answer.json["detail"]
        for host in (
            "localhost",
            "LocalHost:1",
            "localhost.",
            "127.0.0.1",
            "[::1]:80",
            f"127.0.0.1:{person.port}",
        ):
            assert (await person.request("GET", "/api/lobby", headers={"Host": host})).status == 200, host

    in_town(server, story)


def test_names_come_from_the_settings(new_database: NewDatabase) -> None:
    settings = replace(
        QUICK,
        database=new_database("sqlite"),
        public_url="https://play.example.org:8443",
        host_names="cards.local, Other.example.",
    )

    async def story(town: Town) -> None:
        person = town.passer_by()
        for host in (
            "play.example.org",
            "PLAY.example.org:8443",
            "cards.local:80",
            "other.example",
            "localhost",
        ):
            assert (await person.request("GET", "/api/lobby", headers={"Host": host})).status == 200, host
        answer = await person.request("GET", "/", headers={"Host": "example.org", "Accept-Language": "fr"})
        assert answer.status == 421
        assert "s’appelle pas «\xa0example.org\xa0»" in answer.json["detail"]
        assert "play.example.org, cards.local, other.example" in answer.json["detail"]

    with serving(settings) as url:
        in_town(url, story)


def test_who_listens_to_all_of_the_network_is_found_at_the_address_that_was_used(
    new_database: NewDatabase,
) -> None:
    async def story(town: Town) -> None:
        port = town.passer_by().port
        person = town.passer_by(f"http://127.0.0.9:{port}")  # one more address of this machine
        assert (await person.request("GET", "/api/lobby")).status == 200
        answer = await person.request("GET", "/api/lobby", headers={"Host": "127.0.0.8"})
        assert answer.status == 421

    with serving(replace(QUICK, database=new_database("sqlite"), host="0.0.0.0")) as url:
        in_town(url.replace("0.0.0.0", "127.0.0.1"), story)


def test_whatever_watches_over_the_server_needs_no_name(server: str) -> None:
    async def story(town: Town) -> None:
        person = town.passer_by()
        for host in ("10.0.0.5:8000", "evil.example"):
            for path in ("/healthz", "/readyz"):
                assert (await person.request("GET", path, headers={"Host": host})).status == 200
        assert (await person.request("GET", "/metrics", headers={"Host": "10.0.0.5:8000"})).status == 200
        assert (await person.request("GET", "/metrics", headers={"Host": "evil.example"})).status == 421

    in_town(server, story)


@pytest.mark.parametrize("authorization", ["", " ", "\t"])
def test_an_empty_authorization_does_not_stand_for_a_bearer(server: str, authorization: str) -> None:
    async def story(town: Town) -> None:
        browser = town.passer_by()
        cookie = (await browser.request("POST", "/api/guests", JSON)).headers["set-cookie"].partition(";")[0]
        headers = {"Cookie": cookie, "Authorization": authorization, "Origin": "https://evil.example"}
        answer = await browser.request("PATCH", "/api/me", {"nickname": "Eve"}, headers)
        assert (answer.status, answer.json["code"]) == (403, "origin")
        assert (await browser.request("GET", "/api/me", headers={"Cookie": cookie})).json["nickname"] == "Ada"

    in_town(server, story)


@pytest.mark.parametrize(
    "authorization", ["Basic abc", "Bearer", "Bearer nobody", "Cookie", "bearer,", "None x"]
)
def test_no_other_scheme_stands_for_one_either(server: str, authorization: str) -> None:
    async def story(town: Town) -> None:
        browser = town.passer_by()
        cookie = (await browser.request("POST", "/api/guests", JSON)).headers["set-cookie"].partition(";")[0]
        for origin in ("https://evil.example", "http://[", "null", ""):
            headers = {"Cookie": cookie, "Authorization": authorization, "Origin": origin}
            answer = await browser.request("PATCH", "/api/me", {"nickname": "Eve"}, headers)
            assert (answer.status, answer.json["code"]) == (401, "bad-token")
            del headers["Authorization"]
            answer = await browser.request("PATCH", "/api/me", {"nickname": "Eve"}, headers)
            assert (answer.status, answer.json["code"]) == (403, "origin"), origin

    in_town(server, story)


def test_who_forges_where_they_come_from_gains_nothing(new_database: NewDatabase) -> None:
    """Addresses share a rate, so whoever could choose one would have as many rates as they like."""
    settings = replace(QUICK, database=new_database("sqlite"), address_rate=0.001, address_burst=3)

    async def asked(town: Town, forwarded: list[str]) -> list[int]:
        person = town.passer_by()
        return [
            (await person.request("GET", "/api/lobby", headers={"X-Forwarded-For": text})).status
            for text in forwarded
        ]

    async def directly(town: Town) -> None:
        forged = [f"198.51.100.{i}" for i in range(6)]
        assert await asked(town, forged) == [200] * 3 + [429] * 3

    async def through_a_proxy(town: Town) -> None:
        forged = [f"203.0.113.{i}, 198.51.100.7" for i in range(6)]
        assert await asked(town, forged) == [200] * 3 + [429] * 3
        others = [f"198.51.100.{i}" for i in range(10, 16)]
        assert await asked(town, others) == [200] * 6
        household = [f"198.51.100.1, 2001:db8:0:1::{i}" for i in range(6)]
        assert await asked(town, household) == [200] * 3 + [429] * 3

    for proxies, story in (
        ("", directly),
        ("10.0.0.0/8", directly),
        ("127.0.0.1", through_a_proxy),
        ("127.0.0.0/8, 10.0.0.5", through_a_proxy),
    ):
        with serving(replace(settings, proxies=proxies)) as url:
            in_town(url, story)


def test_the_client_is_the_right_most_address_that_is_no_proxys() -> None:
    proxies = Settings(proxies="127.0.0.1, 10.0.0.0/8, 2001:db8::/32").proxy_networks
    for peer, forwarded, client in (
        ("127.0.0.1", ["1.1.1.1"], "1.1.1.1"),
        ("127.0.0.1", ["6.6.6.6, 1.1.1.1, 10.1.2.3"], "1.1.1.1"),
        ("127.0.0.1", ["6.6.6.6", "1.1.1.1", "10.1.2.3"], "1.1.1.1"),
        ("::ffff:127.0.0.1", ["1.1.1.1:443"], "1.1.1.1"),
        ("2001:db8::1", ["[2001:db9::1]:443"], "2001:db9::1"),
        ("127.0.0.1", ["6.6.6.6, unknown"], "127.0.0.1"),
        ("127.0.0.1", ["6.6.6.6, unknown, 10.0.0.1"], "10.0.0.1"),
        ("127.0.0.1", ["10.0.0.2, 10.0.0.1"], "10.0.0.2"),
        ("127.0.0.1", [""], "127.0.0.1"),
        ("1.1.1.1", ["2.2.2.2"], "1.1.1.1"),
        ("127.0.0.1", [", ".join(["6.6.6.6"] + ["10.0.0.1"] * 5000)], "10.0.0.1"),
    ):
        assert client_of(peer, [text.encode() for text in forwarded], proxies) == client, (
            peer,
            forwarded[:50],
        )


@pytest.mark.parametrize(
    "proxies", ["nonsense", "*", "10.0.0.5, *", "10.0.0.5/8", "0.0.0.0/0", "::/0", "10.0.0"]
)
def test_proxies_that_are_none(proxies: str) -> None:
    with pytest.raises(SettingError, match="is no address of a proxy; name addresses or ranges"):
        Settings(proxies=proxies)


@pytest.mark.parametrize("names", ["*", "http://x", "a b", "x, *.example.org", "x:80", "é"])
def test_names_that_are_none(names: str) -> None:
    with pytest.raises(SettingError, match="is no name of a server; write names as in"):
        Settings(host_names=names)


def test_a_household_is_counted_as_one() -> None:
    assert household("2001:db8:1:2:3:4:5:6") == household("2001:db8:1:2::") == "2001:db8:1:2::/64"
    assert household("2001:db8:1:3::1") != household("2001:db8:1:2::1")
    assert household("::ffff:192.0.2.1") == household("192.0.2.1") == "192.0.2.1"
    assert household("fe80::1%eth0") == "fe80::/64"
    assert household("unknown") == "unknown"
