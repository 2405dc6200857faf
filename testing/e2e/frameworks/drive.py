"""Drives Plotline with an agent framework. A job comes as JSON on standard input:
{framework, transport, steps}. The transport is "http" or "stdio". The module page is the framework's example in
docs/clients.md, with the address and the program of the test.

The driver converts the listed tools to the framework's own tools and calls these, as the framework does when a
model asks for it. A step is {call, arguments, save}. "${name}" in arguments is what an earlier step saved from its
result. The output is {version, tools, answers}. An answer is {text}, or {error} if the framework marks it as an error or
raises one.
"""

import asyncio
import json
import re
import sys
from contextlib import asynccontextmanager
from importlib.metadata import version

import page

job = json.load(sys.stdin)
server = getattr(page, job["transport"], None)  # langchain-mcp-adapters has both in one object


class ToolFailed(Exception):
    """The framework returned the error as a result."""


def text_of(result):
    """Returns the text of an MCP result, and raises ToolFailed if the result is an error."""
    text = "".join(block.text for block in result.content)
    if result.is_error:
        raise ToolFailed(text)
    return text


# Each framework has a function that yields its tools, as functions by name.


@asynccontextmanager
async def google_genai():
    from google.genai import types
    from google.genai._adapters import McpToGenAiToolAdapter
    from mcp import ClientSession

    async with server as streams, ClientSession(*streams) as session:
        await session.initialize()
        adapter = McpToGenAiToolAdapter(session, await session.list_tools())
        declared = [d for tool in adapter.tools for d in tool.function_declarations]

        def tool(name):
            async def call(arguments):
                return text_of(await adapter.call_tool(types.FunctionCall(name=name, args=arguments)))

            return call

        yield {d.name: tool(d.name) for d in declared}


@asynccontextmanager
async def openai_agents():
    from agents import RunContextWrapper
    from agents.tool_context import ToolContext

    async with server:
        page.agent.mcp_servers = [server]
        converted = await page.agent.get_mcp_tools(RunContextWrapper(None))
        loose = [t.name for t in converted if not t.strict_json_schema]
        if loose:
            raise AssertionError(f"these tools are not strict: {loose}")

        def tool(t):
            # A model in strict mode sends all arguments, null for those that it does not mean.
            def sent(arguments):
                properties = t.params_json_schema["properties"]
                filled = dict.fromkeys(properties) | arguments
                if isinstance(filled.get("metadata"), dict):
                    filled["metadata"] = json.dumps(filled["metadata"])
                return json.dumps(filled)

            async def call(arguments):
                text = sent(arguments)
                context = ToolContext(None, tool_name=t.name, tool_call_id="1", tool_arguments=text)
                answer = await t.on_invoke_tool(context, text)
                return answer["text"]

            return call

        yield {t.name: tool(t) for t in converted}


@asynccontextmanager
async def fastmcp():
    async with server:

        def tool(name):
            async def call(arguments):
                return text_of(await server.call_tool(name, arguments))

            return call

        yield {t.name: tool(t.name) for t in await server.list_tools()}


@asynccontextmanager
async def langchain():
    def tool(t):
        async def call(arguments):
            message = await t.ainvoke({"type": "tool_call", "id": "1", "name": t.name, "args": arguments})
            text = "".join(block["text"] for block in message.content)
            if message.status == "error":
                raise ToolFailed(text)
            return text

        return call

    yield {t.name: tool(t) for t in await page.client.get_tools(server_name=job["transport"])}


@asynccontextmanager
async def google_adk():
    from google.adk.agents import LlmAgent
    from google.adk.agents.invocation_context import InvocationContext
    from google.adk.sessions import InMemorySessionService
    from google.adk.tools.tool_context import ToolContext

    sessions = InMemorySessionService()
    session = await sessions.create_session(app_name="e2e", user_id="e2e")
    context = ToolContext(
        InvocationContext(
            session_service=sessions, session=session, invocation_id="1", agent=LlmAgent(name="e2e", tools=[server])
        )
    )

    def tool(t):
        if not t._get_declaration().name:
            raise AssertionError(f"{t.name} has no declaration")

        async def call(arguments):
            result = await t.run_async(args=arguments, tool_context=context)
            text = "".join(block["text"] for block in result["content"])
            if result.get("isError"):
                raise ToolFailed(text)
            return text

        return call

    try:
        yield {t.name: tool(t) for t in await server.get_tools()}
    finally:
        await server.close()


@asynccontextmanager
async def llama_index():
    def tool(t):
        t.metadata.to_openai_tool()  # what a model gets

        async def call(arguments):
            return text_of((await t.acall(**arguments)).raw_output)

        return call

    yield {t.metadata.name: tool(t) for t in await server.to_tool_list_async()}


@asynccontextmanager
async def smolagents():
    from smolagents import MCPClient
    from smolagents.models import get_tool_json_schema

    def tool(t):
        get_tool_json_schema(t)  # what a model gets

        async def call(arguments):
            return t(**arguments, sanitize_inputs_outputs=True)

        return call

    with MCPClient(server, structured_output=False) as tools:
        yield {t.name: tool(t) for t in tools}


@asynccontextmanager
async def pydantic_ai():
    from pydantic_ai import RunContext
    from pydantic_ai.models.test import TestModel
    from pydantic_ai.usage import RunUsage

    context = RunContext(deps=None, model=TestModel(), usage=RunUsage())
    async with server:

        def tool(t):
            async def call(arguments):
                checked = t.args_validator.validate_python(arguments)
                result = await server.call_tool(t.tool_def.name, checked, context, t)
                return json.dumps(result, separators=(",", ":"))

            return call

        yield {name: tool(t) for name, t in (await server.get_tools(context)).items()}


# The function of each package.
frameworks = {
    "google-genai": google_genai,
    "openai-agents": openai_agents,
    "fastmcp": fastmcp,
    "langchain-mcp-adapters": langchain,
    "google-adk": google_adk,
    "llama-index-tools-mcp": llama_index,
    "smolagents": smolagents,
    "pydantic-ai-slim": pydantic_ai,
}

saved = {}


def fill(arguments):
    text = re.sub(r"\$\{(\w+)\}", lambda match: saved[match[1]], json.dumps(arguments))
    return json.loads(text)


async def take(tools, step):
    text = await tools[step["call"]](fill(step["arguments"]))
    for name, key in step.get("save", {}).items():
        saved[name] = json.loads(text)[key]
    return text


async def drive(tools):
    answers = []
    for step in job["steps"]:
        try:
            answers.append({"text": await take(tools, step)})
        except Exception as error:
            answers.append({"error": f"{type(error).__name__}: {error}"})
    return answers


async def main():
    async with frameworks[job["framework"]]() as tools:
        answers = await drive(tools)
    print(json.dumps({"version": version(job["framework"]), "tools": list(tools), "answers": answers}))


asyncio.run(main())
